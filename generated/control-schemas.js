// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
// <stdin>
import { formats } from "../contract/formats.ts";
var compiled0 = validate52;
var schema21 = { "type": "object", "required": ["id", "webhookId", "workspaceId", "eventType", "url", "session", "state", "createdAt", "payload", "attempts"], "properties": { "id": { "type": "string" }, "webhookId": { "$ref": "contract:/components/schemas/Uuid" }, "workspaceId": { "$ref": "contract:/components/schemas/Uuid" }, "eventType": { "type": "string" }, "url": { "type": "string" }, "session": { "$ref": "contract:/components/schemas/SessionName" }, "state": { "type": "string", "enum": ["pending", "sending", "delivered", "failed"] }, "createdAt": { "type": "string", "format": "date-time" }, "nextAttemptAt": { "type": "string", "format": "date-time" }, "reason": { "type": "string" }, "payload": { "type": "string" }, "traceparent": { "type": "string" }, "tracestate": { "type": "string" }, "attempts": { "type": "array", "items": { "$ref": "contract:/components/schemas/DeliveryAttempt" } } } };
var formats0 = /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/i;
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  validate55.errors = vErrors;
  return errors === 0;
}
var pattern3 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$", "u");
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  validate58.errors = vErrors;
  return errors === 0;
}
var formats2 = formats["date-time"];
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.at === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "at" }, message: "must have required property 'at'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.durationMs === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "durationMs" }, message: "must have required property 'durationMs'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.at !== void 0) {
      let data0 = data.at;
      if (typeof data0 === "string") {
        if (!formats2.validate(data0)) {
          const err2 = { instancePath: instancePath + "/at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          (vErrors ??= []).push(err2);
          errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/at", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.durationMs !== void 0) {
      if (!(typeof data.durationMs == "number")) {
        const err4 = { instancePath: instancePath + "/durationMs", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.status !== void 0) {
      let data2 = data.status;
      if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
        const err5 = { instancePath: instancePath + "/status", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
    if (data.error !== void 0) {
      if (typeof data.error !== "string") {
        const err6 = { instancePath: instancePath + "/error", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err6);
        errors++;
      }
    }
    if (data.response !== void 0) {
      if (typeof data.response !== "string") {
        const err7 = { instancePath: instancePath + "/response", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err7);
        errors++;
      }
    }
  } else {
    const err8 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err8);
    errors++;
  }
  validate60.errors = vErrors;
  return errors === 0;
}
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.webhookId === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "webhookId" }, message: "must have required property 'webhookId'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data.workspaceId === void 0) {
      const err2 = { instancePath, keyword: "required", params: { missingProperty: "workspaceId" }, message: "must have required property 'workspaceId'" };
      (vErrors ??= []).push(err2);
      errors++;
    }
    if (data.eventType === void 0) {
      const err3 = { instancePath, keyword: "required", params: { missingProperty: "eventType" }, message: "must have required property 'eventType'" };
      (vErrors ??= []).push(err3);
      errors++;
    }
    if (data.url === void 0) {
      const err4 = { instancePath, keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'" };
      (vErrors ??= []).push(err4);
      errors++;
    }
    if (data.session === void 0) {
      const err5 = { instancePath, keyword: "required", params: { missingProperty: "session" }, message: "must have required property 'session'" };
      (vErrors ??= []).push(err5);
      errors++;
    }
    if (data.state === void 0) {
      const err6 = { instancePath, keyword: "required", params: { missingProperty: "state" }, message: "must have required property 'state'" };
      (vErrors ??= []).push(err6);
      errors++;
    }
    if (data.createdAt === void 0) {
      const err7 = { instancePath, keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" };
      (vErrors ??= []).push(err7);
      errors++;
    }
    if (data.payload === void 0) {
      const err8 = { instancePath, keyword: "required", params: { missingProperty: "payload" }, message: "must have required property 'payload'" };
      (vErrors ??= []).push(err8);
      errors++;
    }
    if (data.attempts === void 0) {
      const err9 = { instancePath, keyword: "required", params: { missingProperty: "attempts" }, message: "must have required property 'attempts'" };
      (vErrors ??= []).push(err9);
      errors++;
    }
    if (data.id !== void 0) {
      if (typeof data.id !== "string") {
        const err10 = { instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err10);
        errors++;
      }
    }
    if (data.webhookId !== void 0) {
      if (!validate55(data.webhookId, { instancePath: instancePath + "/webhookId", parentData: data, parentDataProperty: "webhookId", rootData })) {
        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
        errors = vErrors.length;
      }
    }
    if (data.workspaceId !== void 0) {
      if (!validate55(data.workspaceId, { instancePath: instancePath + "/workspaceId", parentData: data, parentDataProperty: "workspaceId", rootData })) {
        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
        errors = vErrors.length;
      }
    }
    if (data.eventType !== void 0) {
      if (typeof data.eventType !== "string") {
        const err11 = { instancePath: instancePath + "/eventType", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err11);
        errors++;
      }
    }
    if (data.url !== void 0) {
      if (typeof data.url !== "string") {
        const err12 = { instancePath: instancePath + "/url", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err12);
        errors++;
      }
    }
    if (data.session !== void 0) {
      if (!validate58(data.session, { instancePath: instancePath + "/session", parentData: data, parentDataProperty: "session", rootData })) {
        vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
        errors = vErrors.length;
      }
    }
    if (data.state !== void 0) {
      let data6 = data.state;
      if (typeof data6 !== "string") {
        const err13 = { instancePath: instancePath + "/state", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err13);
        errors++;
      }
      if (!(data6 === "pending" || data6 === "sending" || data6 === "delivered" || data6 === "failed")) {
        const err14 = { instancePath: instancePath + "/state", keyword: "enum", params: { allowedValues: schema21.properties.state.enum }, message: "must be equal to one of the allowed values" };
        (vErrors ??= []).push(err14);
        errors++;
      }
    }
    if (data.createdAt !== void 0) {
      let data7 = data.createdAt;
      if (typeof data7 === "string") {
        if (!formats2.validate(data7)) {
          const err15 = { instancePath: instancePath + "/createdAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          (vErrors ??= []).push(err15);
          errors++;
        }
      } else {
        const err16 = { instancePath: instancePath + "/createdAt", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err16);
        errors++;
      }
    }
    if (data.nextAttemptAt !== void 0) {
      let data8 = data.nextAttemptAt;
      if (typeof data8 === "string") {
        if (!formats2.validate(data8)) {
          const err17 = { instancePath: instancePath + "/nextAttemptAt", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          (vErrors ??= []).push(err17);
          errors++;
        }
      } else {
        const err18 = { instancePath: instancePath + "/nextAttemptAt", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err18);
        errors++;
      }
    }
    if (data.reason !== void 0) {
      if (typeof data.reason !== "string") {
        const err19 = { instancePath: instancePath + "/reason", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err19);
        errors++;
      }
    }
    if (data.payload !== void 0) {
      if (typeof data.payload !== "string") {
        const err20 = { instancePath: instancePath + "/payload", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err20);
        errors++;
      }
    }
    if (data.traceparent !== void 0) {
      if (typeof data.traceparent !== "string") {
        const err21 = { instancePath: instancePath + "/traceparent", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err21);
        errors++;
      }
    }
    if (data.tracestate !== void 0) {
      if (typeof data.tracestate !== "string") {
        const err22 = { instancePath: instancePath + "/tracestate", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err22);
        errors++;
      }
    }
    if (data.attempts !== void 0) {
      let data13 = data.attempts;
      if (Array.isArray(data13)) {
        const len0 = data13.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate60(data13[i0], { instancePath: instancePath + "/attempts/" + i0, parentData: data13, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/attempts", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err23);
        errors++;
      }
    }
  } else {
    const err24 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err24);
    errors++;
  }
  validate54.errors = vErrors;
  return errors === 0;
}
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.settings !== void 0) {
      let data0 = data.settings;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.random !== void 0) {
          let data1 = data0.random;
          if (Array.isArray(data1)) {
            if (data1.length < 1) {
              const err0 = { instancePath: instancePath + "/settings/random", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              (vErrors ??= []).push(err0);
              errors++;
            }
            const len0 = data1.length;
            for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
              let data2 = data1[i0];
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
                const err1 = { instancePath: instancePath + "/settings/random/" + i0, keyword: "type", params: { type: "integer" }, message: "must be integer" };
                (vErrors ??= []).push(err1);
                errors++;
              }
            }
          } else {
            const err2 = { instancePath: instancePath + "/settings/random", keyword: "type", params: { type: "array" }, message: "must be array" };
            (vErrors ??= []).push(err2);
            errors++;
          }
        }
        if (data0.webhookSeed !== void 0) {
          if (!(typeof data0.webhookSeed == "number")) {
            const err3 = { instancePath: instancePath + "/settings/webhookSeed", keyword: "type", params: { type: "number" }, message: "must be number" };
            (vErrors ??= []).push(err3);
            errors++;
          }
        }
        if (data0.deliveryIds !== void 0) {
          let data4 = data0.deliveryIds;
          if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)))) {
            const err4 = { instancePath: instancePath + "/settings/deliveryIds", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            (vErrors ??= []).push(err4);
            errors++;
          }
        }
        if (data0.disabledWebhooks !== void 0) {
          let data5 = data0.disabledWebhooks;
          if (Array.isArray(data5)) {
            const len1 = data5.length;
            for (let i1 = 0, before_i1 = errors; i1 < len1 && errors - before_i1 < 100; i1++) {
              if (typeof data5[i1] !== "string") {
                const err5 = { instancePath: instancePath + "/settings/disabledWebhooks/" + i1, keyword: "type", params: { type: "string" }, message: "must be string" };
                (vErrors ??= []).push(err5);
                errors++;
              }
            }
          } else {
            const err6 = { instancePath: instancePath + "/settings/disabledWebhooks", keyword: "type", params: { type: "array" }, message: "must be array" };
            (vErrors ??= []).push(err6);
            errors++;
          }
        }
      } else {
        const err7 = { instancePath: instancePath + "/settings", keyword: "type", params: { type: "object" }, message: "must be object" };
        (vErrors ??= []).push(err7);
        errors++;
      }
    }
    if (data.deliveries !== void 0) {
      let data7 = data.deliveries;
      if (Array.isArray(data7)) {
        const len2 = data7.length;
        for (let i2 = 0, before_i2 = errors; i2 < len2 && errors - before_i2 < 100; i2++) {
          let data8 = data7[i2];
          if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
            if (data8.delivery === void 0) {
              const err8 = { instancePath: instancePath + "/deliveries/" + i2, keyword: "required", params: { missingProperty: "delivery" }, message: "must have required property 'delivery'" };
              (vErrors ??= []).push(err8);
              errors++;
            }
            if (data8.tries === void 0) {
              const err9 = { instancePath: instancePath + "/deliveries/" + i2, keyword: "required", params: { missingProperty: "tries" }, message: "must have required property 'tries'" };
              (vErrors ??= []).push(err9);
              errors++;
            }
            if (data8.delivery !== void 0) {
              if (!validate54(data8.delivery, { instancePath: instancePath + "/deliveries/" + i2 + "/delivery", parentData: data8, parentDataProperty: "delivery", rootData })) {
                vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
                errors = vErrors.length;
              }
            }
            if (data8.tries !== void 0) {
              let data10 = data8.tries;
              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)))) {
                const err10 = { instancePath: instancePath + "/deliveries/" + i2 + "/tries", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                (vErrors ??= []).push(err10);
                errors++;
              }
            }
          } else {
            const err11 = { instancePath: instancePath + "/deliveries/" + i2, keyword: "type", params: { type: "object" }, message: "must be object" };
            (vErrors ??= []).push(err11);
            errors++;
          }
        }
      } else {
        const err12 = { instancePath: instancePath + "/deliveries", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err12);
        errors++;
      }
    }
  } else {
    const err13 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err13);
    errors++;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.workspaces === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "workspaces" }, message: "must have required property 'workspaces'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "$schema" || key0 === "formatVersion" || key0 === "records" || key0 === "workspaces")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.$schema !== void 0) {
      if (typeof data.$schema !== "string") {
        const err2 = { instancePath: instancePath + "/$schema", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.formatVersion !== void 0) {
      if (1 !== data.formatVersion) {
        const err3 = { instancePath: instancePath + "/formatVersion", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.records !== void 0) {
      if (!validate53(data.records, { instancePath: instancePath + "/records", parentData: data, parentDataProperty: "records", rootData })) {
        vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
        errors = vErrors.length;
      }
    }
    if (data.workspaces !== void 0) {
      let data3 = data.workspaces;
      if (Array.isArray(data3)) {
        const len0 = data3.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          let data4 = data3[i0];
          if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
            if (data4.id === void 0) {
              const err4 = { instancePath: instancePath + "/workspaces/" + i0, keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              (vErrors ??= []).push(err4);
              errors++;
            }
            const before_key1 = errors;
            for (const key1 in data4) {
              if (errors - before_key1 >= 100) break;
              if (!(key1 === "id" || key1 === "sites" || key1 === "webhooks")) {
                const err5 = { instancePath: instancePath + "/workspaces/" + i0, keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
                (vErrors ??= []).push(err5);
                errors++;
              }
            }
            if (data4.id !== void 0) {
              if (!validate55(data4.id, { instancePath: instancePath + "/workspaces/" + i0 + "/id", parentData: data4, parentDataProperty: "id", rootData })) {
                vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                errors = vErrors.length;
              }
            }
            if (data4.sites !== void 0) {
              let data6 = data4.sites;
              if (Array.isArray(data6)) {
                const len1 = data6.length;
                for (let i1 = 0, before_i1 = errors; i1 < len1 && errors - before_i1 < 100; i1++) {
                  let data7 = data6[i1];
                  if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                    if (data7.id !== void 0) {
                      if (!validate55(data7.id, { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/id", parentData: data7, parentDataProperty: "id", rootData })) {
                        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                        errors = vErrors.length;
                      }
                    }
                    if (data7.apiKey !== void 0) {
                      if (!validate55(data7.apiKey, { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/apiKey", parentData: data7, parentDataProperty: "apiKey", rootData })) {
                        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                        errors = vErrors.length;
                      }
                    }
                    if (data7.locale !== void 0) {
                      if (typeof data7.locale !== "string") {
                        const err6 = { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/locale", keyword: "type", params: { type: "string" }, message: "must be string" };
                        (vErrors ??= []).push(err6);
                        errors++;
                      }
                    }
                    if (data7.routes !== void 0) {
                      let data11 = data7.routes;
                      if (Array.isArray(data11)) {
                        const len2 = data11.length;
                        for (let i2 = 0, before_i2 = errors; i2 < len2 && errors - before_i2 < 100; i2++) {
                          let data12 = data11[i2];
                          if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                            if (data12.id !== void 0) {
                              if (!validate55(data12.id, { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/routes/" + i2 + "/id", parentData: data12, parentDataProperty: "id", rootData })) {
                                vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                                errors = vErrors.length;
                              }
                            }
                          } else {
                            const err7 = { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/routes/" + i2, keyword: "type", params: { type: "object" }, message: "must be object" };
                            (vErrors ??= []).push(err7);
                            errors++;
                          }
                        }
                      } else {
                        const err8 = { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1 + "/routes", keyword: "type", params: { type: "array" }, message: "must be array" };
                        (vErrors ??= []).push(err8);
                        errors++;
                      }
                    }
                  } else {
                    const err9 = { instancePath: instancePath + "/workspaces/" + i0 + "/sites/" + i1, keyword: "type", params: { type: "object" }, message: "must be object" };
                    (vErrors ??= []).push(err9);
                    errors++;
                  }
                }
              } else {
                const err10 = { instancePath: instancePath + "/workspaces/" + i0 + "/sites", keyword: "type", params: { type: "array" }, message: "must be array" };
                (vErrors ??= []).push(err10);
                errors++;
              }
            }
            if (data4.webhooks !== void 0) {
              let data14 = data4.webhooks;
              if (Array.isArray(data14)) {
                const len3 = data14.length;
                for (let i3 = 0, before_i3 = errors; i3 < len3 && errors - before_i3 < 100; i3++) {
                  let data15 = data14[i3];
                  if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                    if (data15.id !== void 0) {
                      if (!validate55(data15.id, { instancePath: instancePath + "/workspaces/" + i0 + "/webhooks/" + i3 + "/id", parentData: data15, parentDataProperty: "id", rootData })) {
                        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                        errors = vErrors.length;
                      }
                    }
                  } else {
                    const err11 = { instancePath: instancePath + "/workspaces/" + i0 + "/webhooks/" + i3, keyword: "type", params: { type: "object" }, message: "must be object" };
                    (vErrors ??= []).push(err11);
                    errors++;
                  }
                }
              } else {
                const err12 = { instancePath: instancePath + "/workspaces/" + i0 + "/webhooks", keyword: "type", params: { type: "array" }, message: "must be array" };
                (vErrors ??= []).push(err12);
                errors++;
              }
            }
          } else {
            const err13 = { instancePath: instancePath + "/workspaces/" + i0, keyword: "type", params: { type: "object" }, message: "must be object" };
            (vErrors ??= []).push(err13);
            errors++;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/workspaces", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err14);
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err15);
    errors++;
  }
  validate52.errors = vErrors;
  return errors === 0;
}
var compiled1 = validate69;
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
      if (!(key0 === "kind" || key0 === "id" || key0 === "parent" || key0 === "before" || key0 === "value")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.kind !== void 0) {
      if (typeof data.kind !== "string") {
        const err2 = { instancePath: instancePath + "/kind", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.id !== void 0) {
      if (typeof data.id !== "string") {
        const err3 = { instancePath: instancePath + "/id", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err3);
        errors++;
      }
    }
    if (data.parent !== void 0) {
      if (typeof data.parent !== "string") {
        const err4 = { instancePath: instancePath + "/parent", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
    if (data.before !== void 0) {
      if (typeof data.before !== "string") {
        const err5 = { instancePath: instancePath + "/before", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err5);
        errors++;
      }
    }
    if (data.value !== void 0) {
      let data4 = data.value;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
      } else {
        const err6 = { instancePath: instancePath + "/value", keyword: "type", params: { type: "object" }, message: "must be object" };
        (vErrors ??= []).push(err6);
        errors++;
      }
    }
  } else {
    const err7 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err7);
    errors++;
  }
  validate70.errors = vErrors;
  return errors === 0;
}
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.edits === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "edits" }, message: "must have required property 'edits'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "edits")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.edits !== void 0) {
      let data0 = data.edits;
      if (Array.isArray(data0)) {
        const len0 = data0.length;
        for (let i0 = 0, before_i0 = errors; i0 < len0 && errors - before_i0 < 100; i0++) {
          if (!validate70(data0[i0], { instancePath: instancePath + "/edits/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
            vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err2 = { instancePath: instancePath + "/edits", keyword: "type", params: { type: "array" }, message: "must be array" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate69.errors = vErrors;
  return errors === 0;
}
var compiled2 = validate72;
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  validate72.errors = vErrors;
  return errors === 0;
}
var compiled3 = validate58;
var compiled4 = validate73;
function validate73(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate73.errors = vErrors;
  return errors === 0;
}
var compiled5 = validate74;
var pattern5 = new RegExp("^[1-5](?:[0-9][0-9]|[xX][xX])$", "u");
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data === "string") {
    if (!pattern5.test(data)) {
      const err0 = { instancePath, keyword: "pattern", params: { pattern: "^[1-5](?:[0-9][0-9]|[xX][xX])$" }, message: 'must match pattern "^[1-5](?:[0-9][0-9]|[xX][xX])$"' };
      (vErrors ??= []).push(err0);
      errors++;
    }
  } else {
    const err1 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
var compiled6 = validate75;
function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (typeof data == "number") {
    if (data < 0 || isNaN(data)) {
      const err1 = { instancePath, keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      (vErrors ??= []).push(err1);
      errors++;
    }
  }
  validate75.errors = vErrors;
  return errors === 0;
}
var compiled7 = validate76;
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (typeof data == "number") {
    if (data < 1 || isNaN(data)) {
      const err1 = { instancePath, keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
      (vErrors ??= []).push(err1);
      errors++;
    }
  }
  validate76.errors = vErrors;
  return errors === 0;
}
var compiled8 = validate77;
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)))) {
    const err0 = { instancePath, keyword: "type", params: { type: "integer" }, message: "must be integer" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (typeof data == "number") {
    if (data > 1e3 || isNaN(data)) {
      const err1 = { instancePath, keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    if (data < 1 || isNaN(data)) {
      const err2 = { instancePath, keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
      (vErrors ??= []).push(err2);
      errors++;
    }
  }
  validate77.errors = vErrors;
  return errors === 0;
}
var compiled9 = validate78;
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate78.errors = vErrors;
  return errors === 0;
}
var compiled10 = validate79;
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "at")) {
        const err0 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err0);
        errors++;
      }
    }
    if (data.at !== void 0) {
      let data0 = data.at;
      if (typeof data0 === "string") {
        if (!formats2.validate(data0)) {
          const err1 = { instancePath: instancePath + "/at", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          (vErrors ??= []).push(err1);
          errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/at", keyword: "type", params: { type: "string" }, message: "must be string" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate79.errors = vErrors;
  return errors === 0;
}
var compiled11 = validate80;
function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.milliseconds === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "milliseconds" }, message: "must have required property 'milliseconds'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "milliseconds")) {
        const err1 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err1);
        errors++;
      }
    }
    if (data.milliseconds !== void 0) {
      let data0 = data.milliseconds;
      if (typeof data0 == "number") {
        if (data0 > 31536e6 || isNaN(data0)) {
          const err2 = { instancePath: instancePath + "/milliseconds", keyword: "maximum", params: { comparison: "<=", limit: 31536e6 }, message: "must be <= 31536000000" };
          (vErrors ??= []).push(err2);
          errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          const err3 = { instancePath: instancePath + "/milliseconds", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          (vErrors ??= []).push(err3);
          errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/milliseconds", keyword: "type", params: { type: "number" }, message: "must be number" };
        (vErrors ??= []).push(err4);
        errors++;
      }
    }
  } else {
    const err5 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err5);
    errors++;
  }
  validate80.errors = vErrors;
  return errors === 0;
}
var compiled12 = validate81;
function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  validate81.errors = vErrors;
  return errors === 0;
}
var compiled13 = validate82;
var schema38 = { "type": "string", "enum": ["page.created", "page.deleted", "page.updated", "page.restored", "site.published"] };
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    const err0 = { instancePath, keyword: "type", params: { type: "string" }, message: "must be string" };
    (vErrors ??= []).push(err0);
    errors++;
  }
  if (!(data === "page.created" || data === "page.deleted" || data === "page.updated" || data === "page.restored" || data === "site.published")) {
    const err1 = { instancePath, keyword: "enum", params: { allowedValues: schema38.enum }, message: "must be equal to one of the allowed values" };
    (vErrors ??= []).push(err1);
    errors++;
  }
  validate83.errors = vErrors;
  return errors === 0;
}
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      const err0 = { instancePath, keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      (vErrors ??= []).push(err0);
      errors++;
    }
    if (data.workspaceId === void 0) {
      const err1 = { instancePath, keyword: "required", params: { missingProperty: "workspaceId" }, message: "must have required property 'workspaceId'" };
      (vErrors ??= []).push(err1);
      errors++;
    }
    const before_key0 = errors;
    for (const key0 in data) {
      if (errors - before_key0 >= 100) break;
      if (!(key0 === "type" || key0 === "workspaceId" || key0 === "data")) {
        const err2 = { instancePath, keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        (vErrors ??= []).push(err2);
        errors++;
      }
    }
    if (data.type !== void 0) {
      if (!validate83(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData })) {
        vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
        errors = vErrors.length;
      }
    }
    if (data.workspaceId !== void 0) {
      if (!validate55(data.workspaceId, { instancePath: instancePath + "/workspaceId", parentData: data, parentDataProperty: "workspaceId", rootData })) {
        vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err3 = { instancePath, keyword: "type", params: { type: "object" }, message: "must be object" };
    (vErrors ??= []).push(err3);
    errors++;
  }
  validate82.errors = vErrors;
  return errors === 0;
}
var compiled14 = validate53;
var schemas = {
  "replaceState/body": compiled0,
  "editState/body": compiled1,
  "saveSnapshot/path/name": compiled2,
  "deleteSnapshot/path/name": compiled2,
  "restoreSnapshot/path/name": compiled2,
  "deleteSession/path/name": compiled3,
  "listRequests/query/operation": compiled4,
  "listRequests/query/status": compiled5,
  "listRequests/query/session": compiled3,
  "listRequests/query/after": compiled6,
  "listRequests/query/before": compiled7,
  "listRequests/query/limit": compiled8,
  "clearRequests/query/session": compiled3,
  "exportRequests/query/operation": compiled4,
  "exportRequests/query/status": compiled5,
  "exportRequests/query/session": compiled3,
  "exportRequests/query/after": compiled6,
  "exportRequests/query/before": compiled7,
  "streamRequests/query/operation": compiled4,
  "streamRequests/query/status": compiled5,
  "streamRequests/query/session": compiled3,
  "removeFault/path/id": compiled9,
  "freezeClock/body": compiled10,
  "advanceClock/body": compiled11,
  "replayDelivery/path/id": compiled12,
  "triggerEvent/body": compiled13,
  "schema/StateRecords": compiled14,
  "schema/StateReplacement": compiled0
};
export {
  schemas
};
