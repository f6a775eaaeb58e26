/** A JSON text as it stands on the wire. */
export interface JsonText {
  wireText: string;
  /** Whether it was joined from the texts of resources, which are kept elsewhere. */
  isJoined: boolean;
}
