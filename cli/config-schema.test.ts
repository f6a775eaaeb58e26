import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { sections } from './config-file.ts';
import { commands } from './run-command.ts';

interface ConfigSchema {
  properties: Record<string, { properties?: Record<string, unknown> }>;
}

const schema: ConfigSchema = JSON.parse(readFileSync('spec/config.schema.json', 'utf8'));

describe('the schema of the configuration file', () => {
  test.each(sections)('has every option of %s, and no other', async (name) => {
    const command = await commands[name]?.();
    const options = Object.entries(command?.options ?? {})
      .filter(([, { perCall }]) => perCall !== true)
      .map(([key]) => key);
    const keys = Object.keys(schema.properties[name]?.properties ?? {});
    expect(keys.sort()).toEqual(options.sort());
  });
});
