interface FileDetails {
  /** 304 where the client has it already. Default: 200. */
  status?: 200 | 304;
  /** Names and values in turn, in place of those that every answer carries. Default: none. */
  headers?: readonly string[];
}

/** A file, for operations whose answer is no JSON. */
export class FileResult {
  readonly mediaType: string;
  readonly content: string | Uint8Array;
  readonly status: 200 | 304;
  readonly headers: readonly string[];

  constructor(
    mediaType: string,
    content: string | Uint8Array,
    { status = 200, headers = [] }: FileDetails = {},
  ) {
    this.mediaType = mediaType;
    this.content = content;
    this.status = status;
    this.headers = headers;
  }
}

/** Where an answer without end goes. */
export interface Sink {
  write(text: string): void;
  /** How many bytes wait for the client to read them. */
  readonly buffered: number;
  end(): void;
  /** Aborts when the client leaves, or the server closes. */
  readonly signal: AbortSignal;
}

/** An answer that goes on until one side ends it. */
export class StreamResult {
  readonly mediaType: string;
  readonly stream: (sink: Sink) => void;

  constructor(mediaType: string, stream: (sink: Sink) => void) {
    this.mediaType = mediaType;
    this.stream = stream;
  }
}
