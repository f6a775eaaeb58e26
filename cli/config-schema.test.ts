import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { sections } from './config-file.ts';
import { commands } from './run-command.ts';

interface EffectSchema {
  properties: { kind: { enum: readonly string[] } };
}

interface ConfigSchema {
  properties: Record<string, { properties?: Record<string, unknown> }>;
}

const schema: ConfigSchema = JSON.parse(readFileSync('spec/config.schema.json', 'utf8'));

describe('the schema of the configuration file', () => {
  test.each(sections)('has exactly the options of %s', async (name) => {
    const command = await commands[name]?.();
    const options = Object.entries(command?.options ?? {})
      .filter(([, { perCall }]) => perCall !== true)
      .map(([key]) => key);
    const keys = Object.keys(schema.properties[name]?.properties ?? {});
    expect(keys.sort()).toEqual(options.sort());
  });

  test('has the fault effects of the control surface', () => {
    const control: { components: { schemas: Record<string, EffectSchema> } } = parse(
      readFileSync('spec/control.yaml', 'utf8'),
    );
    const kinds = control.components.schemas['FaultEffect']?.properties.kind.enum;
    expect(kinds).toContain('reset');
    expect(JSON.stringify(schema)).toContain(JSON.stringify(kinds));
  });
});
