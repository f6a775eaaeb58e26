// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change that file.
// <stdin>
var compiled0 = validate52;
var formats0 = /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/i;
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats0.test(data)) {
      const err0 = { instancePath, keyword: "format", params: { format: "uuid" }, message: 'must match format "uuid"' };
      (vErrors ??= []).push(err0);
      errors++;
    }
  } else {
    const err1 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate52.errors = vErrors;
  return errors === 0;
}
var compiled1 = validate53;
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data == "number") {
    if (data > 100 || isNaN(data)) {
      const err0 = { instancePath, keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data < 0 || isNaN(data)) {
      const err1 = { instancePath, keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      (vErrors ??= []).push(err1);
      errors++;
    }
  } else {
    const err2 = { instancePath, keyword: "type", params: { type: "number" }, message: "must be number" };
    (vErrors ??= []).push(err2);
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
var compiled2 = validate54;
var schema22 = { "type": "object", "required": ["id", "name", "hostUrl", "apiKey"], "properties": { "id": { "$ref": "contract:/components/schemas/Uuid" }, "name": { "type": "string" }, "hostUrl": { "type": ["string", "null"], "format": "uri", "pattern": "^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$", "x-assumptions": ["host-url-default"] }, "apiKey": { "$ref": "contract:/components/schemas/Uuid" } } };
var formats2 = /^(?:https?:\/\/[a-z0-9.-]+(?:\/[a-z0-9./_-]*)?$|(?:[a-z][a-z0-9+\-.]*:)(?=[^?#])(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$)/i;
var pattern3 = new RegExp("^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$", "u");
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.hostUrl === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "hostUrl" }, message: "must have required property 'hostUrl'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    if (data.apiKey === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "apiKey" }, message: "must have required property 'apiKey'" };
      (vErrors ??= []).push(err3);
      errors++;
    }
    if (data.id !== void 0) {
      if (!validate52(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
        errors = vErrors.length;
      }
    }
    if (data.name !== void 0) {
      if (typeof data.name !== "string") {
        const err4 = { instancePath: instancePath + "/name", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.hostUrl !== void 0) {
      let data2 = data.hostUrl;
      if (typeof data2 !== "string" && data2 !== null) {
        const err5 = { instancePath: instancePath + "/hostUrl", keyword: "type", params: { type: schema22.properties.hostUrl.type }, message: "must be string,null" };
        (vErrors ??= []).push(err5);
        errors++;
      }
      if (typeof data2 === "string") {
        if (!pattern3.test(data2)) {
          const err6 = { instancePath: instancePath + "/hostUrl", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$"' };
          (vErrors ??= []).push(err6);
          errors++;
        }
        if (!formats2.test(data2)) {
          const err7 = { instancePath: instancePath + "/hostUrl", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
          (vErrors ??= []).push(err7);
          errors++;
        }
      }
    }
    if (data.apiKey !== void 0) {
      if (!validate52(data.apiKey, { instancePath: instancePath + "/apiKey", parentData: data, parentDataProperty: "apiKey", rootData })) {
        vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err8 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err8);
    errors++;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.data === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.hasMore === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "hasMore" }, message: "must have required property 'hasMore'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.data !== void 0) {
      let data0 = data.data;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate55(data0[i0], { instancePath: instancePath + "/data/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/data", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.hasMore !== void 0) {
      if (typeof data.hasMore !== "boolean") {
        const err3 = { instancePath: instancePath + "/hasMore", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err4);
    errors++;
  }
  validate54.errors = vErrors;
  return errors === 0;
}
var compiled3 = validate59;
var formats4 = /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
var formats6 = /^(?:\/(?:[^~/]|~0|~1)*)*$/;
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.detail === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "detail" }, message: "must have required property 'detail'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.pointer !== void 0) {
      let data0 = data.pointer;
      if (typeof data0 === "string") {
        if (!formats6.test(data0)) {
          const err1 = { instancePath: instancePath + "/pointer", keyword: "format", params: { format: "json-pointer" }, message: 'must match format "json-pointer"' };
          (vErrors ??= []).push(err1);
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/pointer", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.parameter !== void 0) {
      if (typeof data.parameter !== "string") {
        const err3 = { instancePath: instancePath + "/parameter", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.header !== void 0) {
      if (typeof data.header !== "string") {
        const err4 = { instancePath: instancePath + "/header", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.detail !== void 0) {
      if (typeof data.detail !== "string") {
        const err5 = { instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
  } else {
    const err6 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err6);
    errors++;
  }
  validate60.errors = vErrors;
  return errors === 0;
}
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.title === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.status === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    if (data.type !== void 0) {
      let data0 = data.type;
      if (typeof data0 === "string") {
        if (!formats4.test(data0)) {
          const err3 = { instancePath: instancePath + "/type", keyword: "format", params: { format: "uri-reference" }, message: 'must match format "uri-reference"' };
          (vErrors ??= []).push(err3);
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.title !== void 0) {
      if (typeof data.title !== "string") {
        const err5 = { instancePath: instancePath + "/title", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data2 = data.status;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
        const err6 = { instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err6);
        errors++;
      }
      if (typeof data2 == "number") {
        if (data2 > 599 || isNaN(data2)) {
          const err7 = { instancePath: instancePath + "/status", keyword: "maximum", params: { comparison: "<=", limit: 599 }, message: "must be <= 599" };
          (vErrors ??= []).push(err7);
          errors++;
        }
        if (data2 < 400 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/status", keyword: "minimum", params: { comparison: ">=", limit: 400 }, message: "must be >= 400" };
          (vErrors ??= []).push(err8);
          errors++;
        }
      }
    }
    if (data.detail !== void 0) {
      if (typeof data.detail !== "string") {
        const err9 = { instancePath: instancePath + "/detail", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err9);
        errors++;
      }
    }
    if (data.errors !== void 0) {
      let data4 = data.errors;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate60(data4[i0], { instancePath: instancePath + "/errors/" + i0, parentData: data4, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/errors", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err10);
        errors++;
      }
    }
  } else {
    const err11 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err11);
    errors++;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
var compiled4 = validate62;
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate63.errors = vErrors;
  return errors === 0;
}
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!formats2.test(data)) {
      const err0 = { instancePath, keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
      (vErrors ??= []).push(err0);
      errors++;
    }
  } else {
    const err1 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate65.errors = vErrors;
  return errors === 0;
}
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.name !== void 0) {
      if (!validate63(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.hostUrl !== void 0) {
      if (!validate65(data.hostUrl, { instancePath: instancePath + "/hostUrl", parentData: data, parentDataProperty: "hostUrl", rootData })) {
        vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
        errors = vErrors.length;
      }
    }
    if (data.locale !== void 0) {
      if (typeof data.locale !== "string") {
        const err1 = { instancePath: instancePath + "/locale", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err2);
    errors++;
  }
  validate62.errors = vErrors;
  return errors === 0;
}
var compiled5 = validate55;
var compiled6 = validate67;
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name !== void 0) {
      if (!validate63(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
        errors = vErrors.length;
      }
    }
    if (data.hostUrl !== void 0) {
      if (!validate65(data.hostUrl, { instancePath: instancePath + "/hostUrl", parentData: data, parentDataProperty: "hostUrl", rootData })) {
        vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err0 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate67.errors = vErrors;
  return errors === 0;
}
var compiled7 = validate70;
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name !== void 0) {
      if (!validate63(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
        vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err0 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate70.errors = vErrors;
  return errors === 0;
}
var compiled8 = validate72;
var schema30 = { "type": "string", "enum": ["true", "false"] };
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (!(data === "true" || data === "false")) {
    const err1 = { instancePath, keyword: "enum", params: { allowedValues: schema30.enum }, message: "must be equal to one of the allowed values" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate72.errors = vErrors;
  return errors === 0;
}
var compiled9 = validate73;
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.locale === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "locale" }, message: "must have required property 'locale'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.pathname === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "pathname" }, message: "must have required property 'pathname'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.locale !== void 0) {
      if (typeof data.locale !== "string") {
        const err2 = { instancePath: instancePath + "/locale", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.pathname !== void 0) {
      if (typeof data.pathname !== "string") {
        const err3 = { instancePath: instancePath + "/pathname", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err4);
    errors++;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
function validate73(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.localizedVariants === void 0) {
      data.localizedVariants = [];
    }
    if (data.pathname === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "pathname" }, message: "must have required property 'pathname'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.pathname !== void 0) {
      if (typeof data.pathname !== "string") {
        const err1 = { instancePath: instancePath + "/pathname", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    let data1 = data.localizedVariants;
    if (Array.isArray(data1)) {
      const len0 = data1.length;
      for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
        if (!validate74(data1[i0], { instancePath: instancePath + "/localizedVariants/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
          errors = vErrors.length;
        }
      }
    } else {
      const err2 = { instancePath: instancePath + "/localizedVariants", keyword: "type", params: { type: "array" }, message: "must be array" };
      (vErrors ??= []).push(err2);
      errors++;
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate73.errors = vErrors;
  return errors === 0;
}
var compiled10 = validate76;
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.pathname === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "pathname" }, message: "must have required property 'pathname'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.localizedVariants === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "localizedVariants" }, message: "must have required property 'localizedVariants'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    if (data.id !== void 0) {
      if (!validate52(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
        errors = vErrors.length;
      }
    }
    if (data.pathname !== void 0) {
      if (typeof data.pathname !== "string") {
        const err3 = { instancePath: instancePath + "/pathname", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.localizedVariants !== void 0) {
      let data2 = data.localizedVariants;
      if (Array.isArray(data2)) {
        const len0 = data2.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate74(data2[i0], { instancePath: instancePath + "/localizedVariants/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err4 = { instancePath: instancePath + "/localizedVariants", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err5);
    errors++;
  }
  validate76.errors = vErrors;
  return errors === 0;
}
var compiled11 = validate79;
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.pathname !== void 0) {
      if (typeof data.pathname !== "string") {
        const err0 = { instancePath: instancePath + "/pathname", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err0);
        errors++;
      }
    }
    if (data.localizedVariants !== void 0) {
      let data1 = data.localizedVariants;
      if (Array.isArray(data1)) {
        const len0 = data1.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate74(data1[i0], { instancePath: instancePath + "/localizedVariants/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err1 = { instancePath: instancePath + "/localizedVariants", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err2);
    errors++;
  }
  validate79.errors = vErrors;
  return errors === 0;
}
var compiled12 = validate81;
var schema36 = { "type": "string", "enum": ["page.created", "page.deleted", "page.updated", "page.restored", "site.published"] };
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (!(data === "page.created" || data === "page.deleted" || data === "page.updated" || data === "page.restored" || data === "site.published")) {
    const err1 = { instancePath, keyword: "enum", params: { allowedValues: schema36.enum }, message: "must be equal to one of the allowed values" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate82.errors = vErrors;
  return errors === 0;
}
function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.url === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.eventType === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "eventType" }, message: "must have required property 'eventType'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.url !== void 0) {
      let data0 = data.url;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err2 = { instancePath: instancePath + "/url", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
          (vErrors ??= []).push(err2);
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/url", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.eventType !== void 0) {
      if (!validate82(data.eventType, { instancePath: instancePath + "/eventType", parentData: data, parentDataProperty: "eventType", rootData })) {
        vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err4 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err4);
    errors++;
  }
  validate81.errors = vErrors;
  return errors === 0;
}
var compiled13 = validate84;
function validate84(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.workspaceId === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "workspaceId" }, message: "must have required property 'workspaceId'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.url === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    if (data.eventType === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "eventType" }, message: "must have required property 'eventType'" };
      (vErrors ??= []).push(err3);
      errors++;
    }
    if (data.id !== void 0) {
      if (!validate52(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData })) {
        vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
        errors = vErrors.length;
      }
    }
    if (data.workspaceId !== void 0) {
      if (!validate52(data.workspaceId, { instancePath: instancePath + "/workspaceId", parentData: data, parentDataProperty: "workspaceId", rootData })) {
        vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
        errors = vErrors.length;
      }
    }
    if (data.url !== void 0) {
      let data2 = data.url;
      if (typeof data2 === "string") {
        if (!formats2.test(data2)) {
          const err4 = { instancePath: instancePath + "/url", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
          (vErrors ??= []).push(err4);
          errors++;
        }
      } else {
        const err5 = { instancePath: instancePath + "/url", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
    if (data.eventType !== void 0) {
      if (!validate82(data.eventType, { instancePath: instancePath + "/eventType", parentData: data, parentDataProperty: "eventType", rootData })) {
        vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err6 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err6);
    errors++;
  }
  validate84.errors = vErrors;
  return errors === 0;
}
var compiled14 = validate63;
var compiled15 = validate65;
var compiled16 = validate74;
var compiled17 = validate82;
var compiled18 = validate88;
function validate88(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  validate88.errors = null;
  return true;
}
var compiled19 = validate60;
var schemas = {
  "listSites/path/workspaceId": compiled0,
  "listSites/query/limit": compiled1,
  "listSites/query/after": compiled0,
  "listSites/reply/201": compiled2,
  "listSites/reply/400": compiled3,
  "listSites/reply/401": compiled3,
  "listSites/reply/404": compiled3,
  "listSites/reply/4XX": compiled3,
  "createSite/path/workspaceId": compiled0,
  "createSite/body": compiled4,
  "createSite/reply/201": compiled5,
  "createSite/reply/400": compiled3,
  "createSite/reply/401": compiled3,
  "createSite/reply/404": compiled3,
  "createSite/reply/422": compiled3,
  "createSite/reply/4XX": compiled3,
  "updateSite/path/siteId": compiled0,
  "updateSite/body": compiled6,
  "updateSite/reply/400": compiled3,
  "updateSite/reply/401": compiled3,
  "updateSite/reply/404": compiled3,
  "updateSite/reply/422": compiled3,
  "updateSite/reply/2XX": compiled5,
  "updateSite/reply/4XX": compiled3,
  "duplicateSite/path/siteId": compiled0,
  "duplicateSite/body": compiled7,
  "duplicateSite/reply/201": compiled5,
  "duplicateSite/reply/400": compiled3,
  "duplicateSite/reply/401": compiled3,
  "duplicateSite/reply/404": compiled3,
  "duplicateSite/reply/422": compiled3,
  "duplicateSite/reply/4XX": compiled3,
  "createRoute/path/siteId": compiled0,
  "createRoute/query/skipValidation": compiled8,
  "createRoute/body": compiled9,
  "createRoute/reply/201": compiled10,
  "createRoute/reply/400": compiled3,
  "createRoute/reply/401": compiled3,
  "createRoute/reply/404": compiled3,
  "createRoute/reply/422": compiled3,
  "createRoute/reply/4XX": compiled3,
  "updateRoute/path/routeId": compiled0,
  "updateRoute/query/skipValidation": compiled8,
  "updateRoute/body": compiled11,
  "updateRoute/reply/200": compiled10,
  "updateRoute/reply/400": compiled3,
  "updateRoute/reply/401": compiled3,
  "updateRoute/reply/404": compiled3,
  "updateRoute/reply/422": compiled3,
  "updateRoute/reply/4XX": compiled3,
  "createWebhook/path/workspaceId": compiled0,
  "createWebhook/body": compiled12,
  "createWebhook/reply/201": compiled13,
  "createWebhook/reply/400": compiled3,
  "createWebhook/reply/401": compiled3,
  "createWebhook/reply/404": compiled3,
  "createWebhook/reply/422": compiled3,
  "createWebhook/reply/4XX": compiled3,
  "schema/Uuid": compiled0,
  "schema/Site": compiled5,
  "schema/SiteCreation": compiled4,
  "schema/SiteUpdate": compiled6,
  "schema/SiteDuplication": compiled7,
  "schema/SiteName": compiled14,
  "schema/HostUrl": compiled15,
  "schema/SitePage": compiled2,
  "schema/LocalizedVariant": compiled16,
  "schema/Route": compiled10,
  "schema/RouteCreation": compiled9,
  "schema/RouteUpdate": compiled11,
  "schema/EventType": compiled17,
  "schema/Webhook": compiled13,
  "schema/WebhookCreation": compiled12,
  "schema/Event": compiled18,
  "schema/Problem": compiled3,
  "schema/Fault": compiled19
};
export {
  schemas
};
