/** A JSON text and how many bytes it has in UTF-8, so that a text made of others need not be measured again. */
export interface JsonText {
  text: string;
  byteLength: number;
  /** Whether it was joined from the texts of resources, which are kept elsewhere. */
  isJoined: boolean;
}

/** How many bytes a text has in UTF-8. */
export type ByteLength = (text: string) => number;
