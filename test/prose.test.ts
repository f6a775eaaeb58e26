import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/** Phrases that readers stop at, and what to write instead. */
const stumblingBlocks: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:whoever|somebody|nobody)\b/i, '"you", "the client", "the caller" or the passive'],
  [/(?<!\bthere )\bis no (?!longer\b)[a-z]/i, '"is not a …"'],
  [/\bthere is no such\b/i, '"unknown …" or "… not found"'],
  [/\bas the contract has it\b/i, '"as defined in the contract"'],
  [/\b(?:what there is|holds nobody)\b/i, 'the noun: "initial data", "does not require"'],
  [/\bstands? (?:behind|beside|on stderr|in the place|without)\b/i, '"is in", "follows"'],
  [/\b(?:with|by|through|on|of) (?:--)?[\w-]+ alone\b/i, '"only"'],
  [/\bof one's own\b/i, '"your own"'],
  [/\b(?:asks|ask) for the token\b/i, '"requires the token"'],
  [/\bin place of the one that\b/i, '"instead of the …"'],
  [/\b(?:an? \w+|\w+s) of its own\b/i, '"its own …"'],
  [/\bcharacter by character\b/i, '"unchanged"'],
  [/\b(?:what|which) stands\b/i, '"what is"'],
  [/\b(?:is|are) told (?!apart)/i, 'what happens: "is called with", "the log shows"'],
  [/\bproves nothing\b/i, '"is inconclusive"'],
  [/\bno (?:method|body|reply|answer) of\b/i, '"is not a …"'],
  [/\bhas to be there\b/i, '"is required"'],
  [/\bwhite space\b/i, '"whitespace"'],
];

/** The longest sentence that a reader follows without going back, in words. */
const longestSentence = 40;

/** Written by programs: their sources are tested instead, or they quote other servers. */
const made = ['assumptions.md', 'corpus.md', 'coverage.md'];

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync('docs')
    .filter((file) => file.endsWith('.md') && !made.includes(file))
    .map((file) => `docs/${file}`),
];

const folders = [
  'cli',
  'client',
  'conformance',
  'contract',
  'gate',
  'generated',
  'mock',
  'page',
  'service',
  'writers',
];

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file));

/** The texts of a source file that users may read: its strings and templates, without comments. */
function listTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text);
    if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => text.includes(' '));
}

/** The sentences of a page, without code, tables and headings. */
function listSentences(page: string): string[] {
  return readFileSync(page, 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*[-*\d]+\.? )/)
    .filter((paragraph) => !/^\s*(?:\||#|<!--|!\[)/.test(paragraph))
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.:?!;]) /))
    .map((sentence) => sentence.trim());
}

function explain(place: string, text: string): string[] {
  return stumblingBlocks.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(text) ?? [];
    return found === undefined ? [] : [`${place}: "${found}" in "${text}"; write ${instead}`];
  });
}

describe('plain English', () => {
  test.each(folders)('in every text of %s/', (folder) => {
    const sources = listSources(folder);
    expect(sources.length).toBeGreaterThan(0);
    expect(
      sources.flatMap((file) => listTexts(file).flatMap((text) => explain(file, text))),
    ).toEqual([]);
  });

  test.each(pages)('in %s, in sentences that are easy to follow', (page) => {
    const sentences = listSentences(page);
    expect(sentences.length).toBeGreaterThan(3);
    const long = sentences.filter((sentence) => sentence.split(' ').length > longestSentence);
    expect(long).toEqual([]);
    expect(sentences.flatMap((sentence) => explain(page, sentence))).toEqual([]);
  });

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that exist', (page) => {
    const files = [...folders, 'docs', 'spec', 'test', 'testing'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (file) => `/${folder}/${file}`,
      ),
    );
    const named =
      readFileSync(page, 'utf8').match(/(?:[\w-]+\/)+[\w.-]+\.\w+|[\w.-]+\.ts\b/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
    // An example of what you would write.
    expect(missing.filter((name) => !name.endsWith('/get-site.ts'))).toEqual([]);
  });

  test('the README has at most 150 lines', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151);
  });
});
