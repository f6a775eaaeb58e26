/** Preloaded into a program. At its end, it writes which modules of Node were loaded. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const modules = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '));
  writeFileSync(process.env.MODULES_FILE, JSON.stringify(modules.map((name) => name.slice(13))));
});
