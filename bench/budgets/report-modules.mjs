/** Loaded into a program before its start: writes, at its end, which modules of Node it loaded. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const modules = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '));
  writeFileSync(process.env.MODULES_FILE, JSON.stringify(modules.map((name) => name.slice(13))));
});
