export function bundlePage(): Promise<Record<string, string>>;
