export { toGithubAnnotations, toGithubSummary } from './github.ts';
export { toHtmlReport } from './html.ts';
export { reportFormatVersion, reportSchemaId, toJsonReport } from './json.ts';
export { toJunitReport } from './junit.ts';
export {
  createProgress,
  type Progress,
  type ProgressOptions,
  type ProgressStream,
} from './progress.ts';
export { type ReportStatus, toReportStatus } from './report-status.ts';
export { toSarifReport } from './sarif.ts';
export { type TerminalReportOptions, toTerminalReport } from './terminal.ts';
export { toVerdictText, type VerdictText } from './verdict-text.ts';
