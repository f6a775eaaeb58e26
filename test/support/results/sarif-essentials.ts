/**
 * The requirements of SARIF 2.1.0 (OASIS) and GitHub's code scanning for the parts that the report uses. Objects that
 * are closed in the standard are closed here.
 */
const text = { type: 'string' };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const properties = { type: 'object' };
const message = closed({ text }, ['text']);
const headers = { type: 'object', additionalProperties: text };
const time = { type: 'string', format: 'date-time' };

const rule = closed(
  {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: closed({ level }),
    properties,
  },
  ['id', 'shortDescription', 'fullDescription', 'help'],
);

const location = closed(
  {
    logicalLocations: {
      type: 'array',
      uniqueItems: true,
      items: closed({ name: text, fullyQualifiedName: text, kind: text }),
    },
  },
  ['logicalLocations'],
);

const result = closed(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    kind: { const: 'fail' },
    level,
    message,
    locations: { type: 'array', minItems: 1, items: location },
    partialFingerprints: headers,
    suppressions: {
      type: 'array',
      items: closed(
        {
          kind: { enum: ['inSource', 'external'] },
          status: { enum: ['accepted', 'underReview', 'rejected'] },
          justification: text,
        },
        ['kind'],
      ),
    },
    webRequest: closed({ protocol: text, method: text, target: text, headers, body: message }),
    webResponse: closed({
      statusCode: { type: 'integer' },
      headers,
      body: message,
      noResponseReceived: { type: 'boolean' },
    }),
    properties,
  },
  ['ruleId', 'message', 'locations', 'partialFingerprints'],
);

const invocation = closed(
  {
    executionSuccessful: { type: 'boolean' },
    exitCode: { type: 'integer' },
    commandLine: text,
    startTimeUtc: time,
    endTimeUtc: time,
    toolExecutionNotifications: {
      type: 'array',
      items: closed({ level, message, associatedRule: closed({ id: text }) }, ['message']),
    },
  },
  ['executionSuccessful'],
);

export const sarifEssentials = closed(
  {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: closed(
        {
          tool: closed(
            {
              driver: closed({ name: text, version: text, rules: { type: 'array', items: rule } }, [
                'name',
              ]),
            },
            ['driver'],
          ),
          automationDetails: closed({ id: text }),
          invocations: { type: 'array', items: invocation },
          results: { type: 'array', items: result },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          properties,
        },
        ['tool', 'results'],
      ),
    },
  },
  ['version', 'runs'],
);

function closed(properties: Record<string, object>, required: readonly string[] = []) {
  return { type: 'object', additionalProperties: false, properties, required };
}
