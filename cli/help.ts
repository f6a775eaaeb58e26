import type { Help, Command as Parser } from 'commander';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

/**
 * `site-contract help [command] [group]`.
 * @throws always: CommanderError with exit code 0 after help was shown, otherwise an error with the mistake
 */
export function showHelp(program: Parser, name?: string, group?: string): void {
  const parser = program.commands.find((each) => each.name() === name);
  if (name === undefined) program.help();
  // Fails with a suggestion.
  else if (parser === undefined) program.parse([name], { from: 'user' });
  else if (group === undefined) parser.help();
  else {
    const groups = listGroups(parser);
    if (!groups.includes(group))
      throw new UsageError(
        `${name} has no group of options "${group}"; choose ${groups.join(', ')}`,
      );
    parser.configureHelp({ formatHelp: (_, help) => toGroupHelp(parser, group, help) }).help();
  }
}

function listGroups(parser: Parser): string[] {
  return [...new Set(parser.options.flatMap(({ helpGroupHeading: group }) => group ?? []))];
}

/** Help in one screen: the usual options, and the names of the others in groups. */
export function toHelp(parser: Parser, command: Command, help: Help): string {
  const name = parser.name();
  const usual = help.visibleOptions(parser).filter((option) => !option.helpGroupHeading);
  const arguments_ = help.visibleArguments(parser);
  const terms = [
    ...arguments_.map((each) => help.argumentTerm(each)),
    ...usual.map((each) => each.flags),
  ];
  const width = Math.max(...terms.map(({ length }) => length));
  const item = (term: string, text: string) => help.formatItem(term, width, text, help);
  const groups = listGroups(parser).map((group) =>
    item(
      group,
      listFlags(parser, group, help)
        .map(({ long }) => long)
        .join(' '),
    ),
  );
  return [
    `Usage: site-contract ${name} ${parser.usage()}`,
    '',
    help.boxWrap(parser.description(), help.helpWidth ?? 80),
    '',
    'Options:',
    ...arguments_.map((each) => item(help.argumentTerm(each), each.description)),
    ...usual.map((each) => item(each.flags, each.description)),
    ...(groups.length === 0 ? [] : ['', `More options (site-contract help ${name} <group>):`]),
    ...groups,
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]),
    ...command.notes.flatMap((note) => ['', help.boxWrap(note, help.helpWidth ?? 80)]),
    '',
    'Exit codes:',
    ...Object.entries(command.exits).map(([code, meaning]) => item(code, meaning)),
    '',
  ].join('\n');
}

function toGroupHelp(parser: Parser, group: string, help: Help): string {
  const options = listFlags(parser, group, help);
  const width = Math.max(...options.map(({ flags }) => flags.length));
  return [
    `Options of site-contract ${parser.name()}: ${group}`,
    '',
    ...options.map(({ flags, description }) => help.formatItem(flags, width, description, help)),
    '',
  ].join('\n');
}

function listFlags(parser: Parser, group: string, help: Help) {
  return help.visibleOptions(parser).filter(({ helpGroupHeading }) => helpGroupHeading === group);
}
