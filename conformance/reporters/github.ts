export { toGithubAnnotations } from './github/annotations.ts';
export { toGithubSummary } from './github/summary.ts';
