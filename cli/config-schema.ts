import type { Command } from './command.ts';
import { configFileName, listSettings } from './config-file.ts';
import type { Option } from './option.ts';

/** The JSON Schema of the config file: for each command, the options that it may set, one per line. */
export function toConfigSchema(commands: readonly Command[]): string {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:site-contract:config:1',
    title: 'site-contract configuration',
    description: `Made by \`npm run docs\`. \`${configFileName}\` is read from the folder in which a command runs. Precedence: flag, environment variable, this file, default. Paths are relative to this file.`,
    type: 'object',
    additionalProperties: false,
  };
  const sections = [`    ${toMember('$schema', { type: 'string' })}`, ...commands.map(toSection)];
  const lines = Object.entries(head).map(([key, value]) => `  ${toMember(key, value)},`);
  const properties = sections.join(',\n');
  return `{\n${lines.join('\n')}\n  "properties": {\n${properties}\n  }\n}\n`;
}

function toSection({ name, options }: Command): string {
  const settings = listSettings(options).map(
    (key) => `        ${toMember(key, toProperty(options[key]))}`,
  );
  return [
    `    "${name}": {`,
    `      ${toMember('description', `Options of \`site-contract ${name}\`.`)},`,
    '      "type": "object",',
    '      "additionalProperties": false,',
    `      "properties": {\n${settings.join(',\n')}\n      }`,
    '    }',
  ].join('\n');
}

function toMember(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

function toProperty(option: Option<unknown> | undefined) {
  const { description, shown, isList, schema = { type: 'string' } } = option ?? {};
  return {
    description: `${description}.${shown === undefined ? '' : ` Default: ${shown}.`}`,
    ...(isList === true ? { anyOf: [schema, { type: 'array', items: schema }] } : schema),
  };
}
