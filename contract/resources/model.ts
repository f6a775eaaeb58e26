/**
 * The resource model of a document: which resources its operations create, read and change, and how. It is inferred from the
 * document (`infer-model.ts`), and completed by what the document declares under `x-resources`. The mock keeps state by it,
 * and the suite judges by it. Neither knows a service.
 */

/**
 * How sure a statement of the model is: written by an author, confirmed by independent signals, or supported by one signal.
 * The mock acts on all three; the suite judges only declared and certain ones.
 */
export type Certainty = 'declared' | 'certain' | 'likely';

/** What an operation does with its resource. */
export type Role =
  | 'create'
  | 'list'
  | 'read'
  | 'update'
  | 'replace'
  /** A PUT that creates a missing record and replaces an existing one. */
  | 'upsert'
  | 'delete'
  | 'copy'
  /** Adds a record to a relation, such as `PUT /notes/{id}/tags/{tag}`. */
  | 'link'
  | 'unlink'
  /** A command on a record or a collection, such as `POST /orders/{id}/cancel`. */
  | 'action'
  /** A computed representation that no operation writes. */
  | 'view'
  /** Changes several records at once. */
  | 'bulk'
  | 'unexplained';

/** A JSON Pointer (RFC 6901) into a record or a body. The empty pointer is the whole value. */
export type Pointer = string;

export interface ResourceModel {
  /** By name, parents before their children. */
  resources: ReadonlyMap<string, Resource>;
  /** By operation id; every operation of the document has an entry. */
  operations: ReadonlyMap<string, OperationRole>;
  /** What the document contains that the model does not use, one sentence each. */
  remarks: readonly string[];
}

/** A kind of record that a service keeps. */
export interface Resource {
  /** Unique, singular, in camel case: `site`, `orderItem`. */
  name: string;
  /** Plural in camel case, as in fixtures: `sites`. */
  plural: string;
  /** The path templates of one record, the main one first; for a singleton, the path that reads it. */
  itemPaths: readonly string[];
  /** The path templates of the collection, the main one first. Empty for singletons. */
  collectionPaths: readonly string[];
  /** Where a record carries its id: one pointer for each path parameter that identifies it below its parent. */
  id: readonly Pointer[];
  /** Whether the main path of a record has an integer where the record shows a text. */
  hasNumericPath: boolean;
  /** The resource that contains it, if any. */
  parent: ParentLink | undefined;
  /** Whether every path of a record names its parent. Ids are then unique only below it. */
  isNested: boolean;
  /** Fields that contain the id of another resource, by pointer. */
  references: ReadonlyMap<Pointer, string>;
  /** JSON Pointer into the document: the schema of a record in responses. Undefined where no response shows one. */
  schema: string | undefined;
  /** Whether each parent (or the service) has exactly one record. */
  isSingleton: boolean;
  /** Whether an operation can create its first record, so that an unknown id is not found. */
  isCreated: boolean;
  /** Operation ids by role, in the order of the document. The first of a role is the main one. */
  slots: ReadonlyMap<Role, readonly string[]>;
  /** Fields that the service decides, with the reason. */
  serverSet: ReadonlyMap<Pointer, Reason>;
  /** Fields that may change when something else does. */
  derived: ReadonlySet<Pointer>;
  /** Fields of requests that are stored and never returned. */
  hidden: ReadonlySet<Pointer>;
  /** Fields that never appear in reports. */
  secret: ReadonlySet<Pointer>;
  /** Groups of fields whose values no two records share. */
  unique: readonly UniqueRule[];
  /** Whether deleted records are only put away: an operation restores them, or a list shows them on demand. */
  keepsDeleted: boolean;
  /** A creation that the service accepts, if the document declares one. */
  sample: Readonly<Record<string, unknown>> | undefined;
  /** Whether PUT keeps the fields that a request leaves out; undefined where nothing says so. */
  replaceKeeps: boolean | undefined;
  certainty: Certainty;
  because: readonly string[];
}

interface ParentLink {
  /** The name of the containing resource. */
  resource: string;
  /** The field of a record with the id of its parent, if it has one. */
  field: Pointer | undefined;
}

export interface UniqueRule {
  fields: readonly Pointer[];
  /** The assumption that decides whether the rule applies. Default: it always applies. */
  assumption?: string;
}

/** Why the model states something. */
export interface Reason {
  certainty: Certainty;
  because: string;
}

/** What one operation does. */
export interface OperationRole {
  /** The id of the operation: its `operationId`, or `GET /path`. */
  operationId: string;
  method: string;
  path: string;
  role: Role;
  /** The name of the resource it acts on, if any. For a relation, the resource that is linked. */
  resource: string | undefined;
  certainty: Certainty;
  because: readonly string[];
  /** What each path parameter identifies, in the order of the path. */
  bindings: readonly PathBinding[];
  /** Where the request body carries the record. Undefined if it carries none. */
  requestItem: Pointer | undefined;
  /** Where a success response carries the record. Undefined if it carries none, and for lists, which have `list.items`. */
  responseItem: Pointer | undefined;
  /** The form of the list, for `list` operations. */
  list: ListShape | undefined;
  /**
   * For `action`: the values that it assigns, by field. Empty where nothing says what it does. For `delete`: how a record that is
   * only put away shows it.
   */
  sets: ReadonlyMap<Pointer, unknown>;
  /** For `action` and `delete`: the times that it sets or clears, such as `closed_at`. */
  times: ReadonlyMap<Pointer, 'now' | 'none'>;
  /** For `action`: the values of a field with which it is refused as a conflict. */
  refusedStates: ReadonlyMap<Pointer, readonly unknown[]>;
  /** For `action`: whether it brings back a deleted record. */
  restores: boolean;
  /** For `delete`: resources. As long as a record of these is in a record, or names it, that record cannot be deleted. */
  blockedBy: readonly string[];
  /** For `copy`. */
  copy: CopyRule | undefined;
  /**
   * For `link` and `unlink`, for lists of linked records, and for `bulk` on all links of a record. Undefined where the path links
   * no other resource: then the link is itself a record of `resource`, which its path identifies.
   */
  relation: Relation | undefined;
  /** For `action` and `view`: what it does with a list in the record. */
  elements: ElementRule | undefined;
  /** Where a request names the record, if its path does not. */
  recordId: RequestValue | undefined;
  /** For `bulk`. */
  bulk: BulkRule | undefined;
  /** For a `view` that counts the records of its resource: where its response has the number. */
  count: Pointer | undefined;
}

/** A value of a request outside its path: a query parameter, or a part of the body. */
export type RequestValue = { in: 'query'; name: string } | { in: 'body'; pointer: Pointer };

/** What a request does to several records. */
export interface BulkRule {
  change: 'create' | 'update' | 'replace' | 'delete' | 'unknown';
  /** Which records it changes. Undefined: those in `items`; without these, all of the collection. */
  ids: RequestValue | undefined;
  /** Where the request body has an array of records. */
  items: Pointer | undefined;
  /** Where a success response has the changed records. */
  shown: Pointer | undefined;
  /** Where a success response has the number of changed records. */
  count: Pointer | undefined;
}

/** What a path parameter identifies. */
export interface PathBinding {
  /** The name of the path parameter. */
  parameter: string;
  /** The resource whose records it identifies. Undefined if none does. */
  resource: string | undefined;
  /** Where a record of that resource carries the value. */
  field: Pointer | undefined;
  /** Whether an operation can create the first record of that resource, so that an unknown value is not found. */
  isCreated: boolean;
}

export interface CopyRule {
  /** Names of the child resources that are copied with the record. */
  children: readonly string[];
  /** Fields that get a new value besides the id. */
  fresh: ReadonlySet<Pointer>;
}

/** A many-to-many relation between two resources. */
export interface Relation {
  /** Unique name, such as `noteTags`. */
  name: string;
  /** The resource in whose path the other one is linked. */
  from: string;
  /** The linked resource. */
  to: string;
  /** The field of a `from` record that lists the linked ids or records, if any. */
  field: Pointer | undefined;
  /** Where a request body names the linked record, or an array of them. Undefined if the path does. */
  linkedId: Pointer | undefined;
}

/** What an operation does with a list in a record, such as `POST /notes/{id}/tags` with the tags of a note. */
export interface ElementRule {
  field: Pointer;
  change: 'add' | 'remove' | 'replace' | 'show';
  /** Where a request has the element, or an array of them. Undefined if it has none. */
  element: RequestValue | { in: 'path'; name: string } | undefined;
  /** The resource whose records are the elements, if any. */
  resource: string | undefined;
  /** Where a success response has the list. Undefined if it does not show the list alone. */
  shown: Pointer | undefined;
}

/** What a field of an envelope says about the page. */
export type Echo =
  | 'size'
  | 'position'
  | 'count'
  | 'pages'
  | 'hasPrevious'
  | 'isFirst'
  | 'isLast'
  | 'isEmpty'
  /** The numbers of the first and the last record of the page, from 1. */
  | 'from'
  | 'to';

export type PagingStyle = 'none' | 'cursor' | 'offset' | 'page';

/** How a list shows its records, page by page. */
export interface ListShape {
  /** Where a response has the array of records. Empty if the body is the array. */
  items: Pointer;
  style: PagingStyle;
  /** The parameter for the number of records on a page. */
  size: string | undefined;
  /** The parameter that selects the page: a cursor, an offset, or the number of a page. */
  position: string | undefined;
  /** For cursors: whether it is the id of the last record, or a text from the response at `next`. */
  cursorFrom: 'last-id' | 'next' | undefined;
  /** The number of the first page, for `page`. */
  firstPage: 0 | 1;
  /** Where a response says whether more records follow (boolean). */
  more: Pointer | undefined;
  /** Where a response has the next cursor, or the URL of the next page. */
  next: Pointer | undefined;
  /** Whether `next` is a URL. */
  nextIsUrl: boolean;
  /** Where a response has the number of all records. */
  total: Pointer | undefined;
  /** A response header with the number of all records. */
  totalHeader: string | undefined;
  /** Whether responses document a `Link` header (RFC 8288). */
  hasLinkHeader: boolean;
  /** Further fields of the envelope that repeat the position, the size or the number of pages, by pointer. */
  echoes: ReadonlyMap<Pointer, Echo>;
  /** Further fields of the envelope with the URL of a page, by pointer. */
  urls: ReadonlyMap<Pointer, 'self' | 'first' | 'previous' | 'last'>;
  /** Query parameters that select records with an equal field. */
  filters: ReadonlyMap<string, Pointer>;
  /** Query parameters that select records whose field is in a range, or contains a text. */
  comparisons: ReadonlyMap<string, FieldComparison>;
  /** The query parameter that searches texts. */
  search: SearchRule | undefined;
  /** The parameter that sorts, with the accepted values and what they mean. */
  sort: SortRule | undefined;
  /** Which records it leaves out unless a parameter asks for them. */
  leftOut: LeftOut | undefined;
}

/** Records that a list leaves out unless a parameter is true: `include_archived`. Deleted ones are always meant. */
export interface LeftOut {
  parameter: string;
  /** The field that is set for them, such as `archived_at`, if any. */
  field: Pointer | undefined;
}

export type Comparison = 'greater' | 'at-least' | 'less' | 'at-most' | 'contains' | 'starts';

/** How a record's field is compared with the value of a parameter. */
export interface FieldComparison {
  field: Pointer;
  compare: Comparison;
}

export interface SearchRule {
  parameter: string;
  /** The fields with texts. */
  fields: readonly Pointer[];
}

export interface SortRule {
  parameter: string;
  /** A second parameter for the direction, with values such as `asc` and `desc`. */
  direction: string | undefined;
  /** The accepted fields, by parameter value. */
  fields: ReadonlyMap<string, { field: Pointer; descending: boolean }>;
}
