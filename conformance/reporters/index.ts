export { toHtmlReport } from './html.ts';
export { reportFormatVersion, reportSchemaId, toJsonReport } from './json.ts';
export { type JsonLine, toJsonLines } from './json-lines.ts';
export { toJunitReport } from './junit.ts';
export {
  createProgress,
  type Progress,
  type ProgressOptions,
  type ProgressStream,
} from './progress.ts';
export { type TerminalReportOptions, toTerminalReport } from './terminal.ts';
