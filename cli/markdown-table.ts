/** A table in GitHub's Markdown. */
export function toMarkdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const toRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return `${[toRow(heads), toRow(heads.map(() => '---')), ...rows.map(toRow)].join('\n')}\n`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
