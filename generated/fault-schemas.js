// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
// <stdin>
var compiled0 = validate52;
var pattern3 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$", "u");
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!pattern3.test(data)) {
      const err0 = { instancePath, keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$"' };
      (vErrors ??= []).push(err0);
      errors++;
    }
  } else {
    const err1 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
var schema21 = { "type": "object", "required": ["kind"], "properties": { "kind": { "enum": ["status", "latency", "reset", "truncate", "hang", "rateLimit"] } }, "discriminator": { "propertyName": "kind" }, "oneOf": [{ "$ref": "contract:/components/schemas/StatusEffect" }, { "$ref": "contract:/components/schemas/LatencyEffect" }, { "$ref": "contract:/components/schemas/ResetEffect" }, { "$ref": "contract:/components/schemas/TruncateEffect" }, { "$ref": "contract:/components/schemas/HangEffect" }, { "$ref": "contract:/components/schemas/RateLimitEffect" }] };
var pattern4 = new RegExp("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "u");
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.status === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind" || key0 === "status" || key0 === "headers" || key0 === "body" || key0 === "problem")) {
        const err2 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("status" !== data.kind) {
        const err3 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "status" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
        const err4 = { instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err4);
        errors++;
      }
      if (typeof data1 == "number") {
        if (data1 > 599 || isNaN(data1)) {
          const err5 = { instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
          (vErrors ??= []).push(err5);
          errors++;
        }
        if (data1 < 100 || isNaN(data1)) {
          const err6 = { instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 100 }, message: "must be >= 100" };
          (vErrors ??= []).push(err6);
          errors++;
        }
      }
    }
    if (data.headers !== void 0) {
      let data2 = data.headers;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        const before_key1 = errors;
        for (const key1 in data2) {
          if (errors - before_key1 >= 100) break;
          let data3 = data2[key1];
          if (typeof data3 === "string") {
            if (!pattern4.test(data3)) {
              const err7 = { instancePath: instancePath + "/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), keyword: "pattern", params: { pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$" }, message: 'must match pattern "^[\\t\\x20-\\x7e\\x80-\\xff]*$"' };
              (vErrors ??= []).push(err7);
              errors++;
            }
          } else {
            const err8 = { instancePath: instancePath + "/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), keyword: "type", params: { type: "string" }, message: "must be string" };
            (vErrors ??= []).push(err8);
            errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/headers", keyword: "type", params: { type: "object" }, message: "must be object" };
        (vErrors ??= []).push(err9);
        errors++;
      }
    }
    if (data.problem !== void 0) {
      let data4 = data.problem;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        if (data4.type !== void 0) {
          if (typeof data4.type !== "string") {
            const err10 = { instancePath: instancePath + "/problem/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            (vErrors ??= []).push(err10);
            errors++;
          }
        }
        if (data4.title !== void 0) {
          if (typeof data4.title !== "string") {
            const err11 = { instancePath: instancePath + "/problem/title", keyword: "type", params: { type: "string" }, message: "must be string" };
            (vErrors ??= []).push(err11);
            errors++;
          }
        }
        if (data4.detail !== void 0) {
          if (typeof data4.detail !== "string") {
            const err12 = { instancePath: instancePath + "/problem/detail", keyword: "type", params: { type: "string" }, message: "must be string" };
            (vErrors ??= []).push(err12);
            errors++;
          }
        }
      } else {
        const err13 = { instancePath: instancePath + "/problem", keyword: "type", params: { type: "object" }, message: "must be object" };
        (vErrors ??= []).push(err13);
        errors++;
      }
    }
  } else {
    const err14 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err14);
    errors++;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind" || key0 === "milliseconds" || key0 === "from" || key0 === "to")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("latency" !== data.kind) {
        const err2 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "latency" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.milliseconds !== void 0) {
      let data1 = data.milliseconds;
      if (typeof data1 == "number") {
        if (data1 > 6e5 || isNaN(data1)) {
          const err3 = { instancePath: instancePath + "/milliseconds", keyword: "maximum", params: { comparison: "<=", limit: 6e5 }, message: "must be <= 600000" };
          (vErrors ??= []).push(err3);
          errors++;
        }
        if (data1 < 0 || isNaN(data1)) {
          const err4 = { instancePath: instancePath + "/milliseconds", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err4);
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/milliseconds", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
    if (data.from !== void 0) {
      let data2 = data.from;
      if (typeof data2 == "number") {
        if (data2 > 6e5 || isNaN(data2)) {
          const err6 = { instancePath: instancePath + "/from", keyword: "maximum", params: { comparison: "<=", limit: 6e5 }, message: "must be <= 600000" };
          (vErrors ??= []).push(err6);
          errors++;
        }
        if (data2 < 0 || isNaN(data2)) {
          const err7 = { instancePath: instancePath + "/from", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err7);
          errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/from", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err8);
        errors++;
      }
    }
    if (data.to !== void 0) {
      let data3 = data.to;
      if (typeof data3 == "number") {
        if (data3 > 6e5 || isNaN(data3)) {
          const err9 = { instancePath: instancePath + "/to", keyword: "maximum", params: { comparison: "<=", limit: 6e5 }, message: "must be <= 600000" };
          (vErrors ??= []).push(err9);
          errors++;
        }
        if (data3 < 0 || isNaN(data3)) {
          const err10 = { instancePath: instancePath + "/to", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err10);
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/to", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err11);
        errors++;
      }
    }
  } else {
    const err12 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err12);
    errors++;
  }
  validate57.errors = vErrors;
  return errors === 0;
}
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("reset" !== data.kind) {
        const err2 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "reset" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate58.errors = vErrors;
  return errors === 0;
}
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("truncate" !== data.kind) {
        const err2 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "truncate" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("hang" !== data.kind) {
        const err2 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "hang" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate60.errors = vErrors;
  return errors === 0;
}
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.requests === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "requests" }, message: "must have required property 'requests'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.windowMs === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "windowMs" }, message: "must have required property 'windowMs'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "kind" || key0 === "requests" || key0 === "windowMs")) {
        const err3 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if ("rateLimit" !== data.kind) {
        const err4 = { instancePath: instancePath + "/kind", keyword: "const", params: { allowedValue: "rateLimit" }, message: "must be equal to constant" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.requests !== void 0) {
      let data1 = data.requests;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
        const err5 = { instancePath: instancePath + "/requests", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err5);
        errors++;
      }
      if (typeof data1 == "number") {
        if (data1 < 0 || isNaN(data1)) {
          const err6 = { instancePath: instancePath + "/requests", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err6);
          errors++;
        }
      }
    }
    if (data.windowMs !== void 0) {
      let data2 = data.windowMs;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
        const err7 = { instancePath: instancePath + "/windowMs", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err7);
        errors++;
      }
      if (typeof data2 == "number") {
        if (data2 > 864e5 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/windowMs", keyword: "maximum", params: { comparison: "<=", limit: 864e5 }, message: "must be <= 86400000" };
          (vErrors ??= []).push(err8);
          errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err9 = { instancePath: instancePath + "/windowMs", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          (vErrors ??= []).push(err9);
          errors++;
        }
      }
    }
  } else {
    const err10 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err10);
    errors++;
  }
  validate61.errors = vErrors;
  return errors === 0;
}
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.kind !== void 0) {
      let data0 = data.kind;
      if (!(data0 === "status" || data0 === "latency" || data0 === "reset" || data0 === "truncate" || data0 === "hang" || data0 === "rateLimit")) {
        const err1 = { instancePath: instancePath + "/kind", keyword: "enum", params: { allowedValues: schema21.properties.kind.enum }, message: "must be equal to one of the allowed values" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    const tag0 = data.kind;
    if (typeof tag0 == "string") {
      if (tag0 === "status") {
        if (!validate56(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "latency") {
        if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "reset") {
        if (!validate58(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "truncate") {
        if (!validate59(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "hang") {
        if (!validate60(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
          errors = vErrors.length;
        }
      } else if (tag0 === "rateLimit") {
        if (!validate61(data, { instancePath, parentData, parentDataProperty, rootData })) {
          vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
          errors = vErrors.length;
        }
      } else {
        const err2 = { instancePath, keyword: "discriminator", params: { error: "mapping", tag: "kind", tagValue: tag0 }, message: 'value of tag "kind" must be in oneOf' };
        (vErrors ??= []).push(err2);
        errors++;
      }
    } else {
      const err3 = { instancePath, keyword: "discriminator", params: { error: "tag", tag: "kind", tagValue: tag0 }, message: 'tag "kind" must be string' };
      (vErrors ??= []).push(err3);
      errors++;
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err4);
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.operation === void 0) {
      data.operation = "*";
    }
    if (data.effect === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "effect" }, message: "must have required property 'effect'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "id" || key0 === "injected" || key0 === "operation" || key0 === "session" || key0 === "probability" || key0 === "next" || key0 === "effect")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (typeof data.id !== "string") {
        const err2 = { instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.injected !== void 0) {
      let data1 = data.injected;
      if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
        const err3 = { instancePath: instancePath + "/injected", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (typeof data.operation !== "string") {
      const err4 = { instancePath: instancePath + "/operation", keyword: "type", params: { type: "string" }, message: "must be string" };
      (vErrors ??= []).push(err4);
      errors++;
    }
    if (data.session !== void 0) {
      if (!validate53(data.session, { instancePath: instancePath + "/session", parentData: data, parentDataProperty: "session", rootData })) {
        vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
        errors = vErrors.length;
      }
    }
    if (data.probability !== void 0) {
      let data4 = data.probability;
      if (typeof data4 == "number") {
        if (data4 > 1 || isNaN(data4)) {
          const err5 = { instancePath: instancePath + "/probability", keyword: "maximum", params: { comparison: "<=", limit: 1 }, message: "must be <= 1" };
          (vErrors ??= []).push(err5);
          errors++;
        }
        if (data4 < 0 || isNaN(data4)) {
          const err6 = { instancePath: instancePath + "/probability", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err6);
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/probability", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err7);
        errors++;
      }
    }
    if (data.next !== void 0) {
      let data5 = data.next;
      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
        const err8 = { instancePath: instancePath + "/next", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err8);
        errors++;
      }
      if (typeof data5 == "number") {
        if (data5 < 1 || isNaN(data5)) {
          const err9 = { instancePath: instancePath + "/next", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          (vErrors ??= []).push(err9);
          errors++;
        }
      }
    }
    if (data.effect !== void 0) {
      if (!validate55(data.effect, { instancePath: instancePath + "/effect", parentData: data, parentDataProperty: "effect", rootData })) {
        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err10 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err10);
    errors++;
  }
  validate52.errors = vErrors;
  return errors === 0;
}
var schemas = {
  "addFault/body": compiled0
};
export {
  schemas
};
