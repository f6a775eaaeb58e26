interface TestFile {
  testFilePath: string;
  testResults: readonly { status: string }[];
}

export default class LeftOutReporter {
  onRunComplete(contexts: unknown, results: { testResults: readonly TestFile[] }): void;
}
