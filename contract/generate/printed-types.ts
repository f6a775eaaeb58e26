import ts from 'typescript';

export interface Member {
  name: string;
  isOptional: boolean;
  type: ts.TypeNode;
  /** Its JSDoc block, or an empty text. */
  comment: string;
}

export interface PrintedTypes {
  readonly text: string;
  /** Finds the type at a path of names, starting with an interface. Follows references to other components. */
  find(...path: readonly string[]): ts.TypeNode | undefined;
  /** The members of a type; empty if it is not an object. */
  members(type: ts.TypeNode | undefined): Member[];
}

/** Reads the output of openapi-typescript. Replaces schemas by their names, and formats descriptions for editors. */
export function readPrintedTypes(printed: string): PrintedTypes {
  const text = printed
    .replaceAll(/components\["schemas"\]\["([A-Za-z_$][\w$]*)"\]/g, '$1')
    // A blank line separates a summary from its description.
    .replaceAll(/^( *\* (?!@).*)\n( *\*) @description /gm, '$1\n$2\n$2 ')
    .replaceAll(/\* @description /g, '* ')
    // Editors would show indented lines as code.
    .replaceAll(/^( *\*) {5}(?=\S)/gm, '$1 ')
    .replaceAll(/^ *\* @enum .*\n/gm, '');
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true);
  const find = (...path: readonly string[]): ts.TypeNode | undefined => {
    const [first, ...names] = path;
    const start = source.statements.find(
      (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === first,
    );
    let members = start !== undefined && ts.isInterfaceDeclaration(start) ? readMembers(start) : [];
    let type: ts.TypeNode | undefined;
    for (const name of names) {
      type = follow(members.find((member) => member.name === name)?.type);
      members = readMembers(type);
    }
    return type;
  };
  /** Follows a reference such as `components["parameters"]["siteId"]` to the declared type. */
  const follow = (type: ts.TypeNode | undefined): ts.TypeNode | undefined => {
    const [, kind, name] = /^components\["(\w+)"\]\["(.+)"\]$/.exec(type?.getText() ?? '') ?? [];
    return kind === undefined || name === undefined ? type : find('components', kind, name);
  };
  return {
    text,
    find,
    members: (type) =>
      readMembers(type).map((member) => ({ ...member, type: follow(member.type) ?? member.type })),
  };
}

function readMembers(node: ts.TypeNode | ts.InterfaceDeclaration | undefined): Member[] {
  if (node === undefined || !(ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)))
    return [];
  return node.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const [comment] = ts.getJSDocCommentsAndTags(member);
    return [
      {
        name: 'text' in member.name ? member.name.text : member.name.getText(),
        isOptional: member.questionToken !== undefined,
        type: member.type,
        comment: comment?.getText() ?? '',
      },
    ];
  });
}

/** Formats the comment and the line of a field. A field without a comment gets that of its schema. */
export function toField(member: Member, comments: ReadonlyMap<string, string>): string {
  const type = alignLines(member.type.getText(), 4);
  const comment = member.comment || (comments.get(type) ?? '');
  const key = /^[\w$]+$/.test(member.name) ? member.name : JSON.stringify(member.name);
  const line = `    ${key}${member.isOptional ? '?' : ''}: ${type};`;
  return comment === '' ? line : `    ${alignLines(comment, 4)}\n${line}`;
}

/** Shifts all lines but the first, so that the last one has the given indent. */
export function alignLines(text: string, indent: number): string {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  // The end of a comment is indented by one more space than its start.
  const wanted = last.trimStart() === '*/' ? indent + 1 : indent;
  const excess = last.length - last.trimStart().length - wanted;
  const align = (line: string) => (excess > 0 ? line.slice(excess) : ' '.repeat(-excess) + line);
  return lines.map((line, at) => (at === 0 ? line : align(line))).join('\n');
}
