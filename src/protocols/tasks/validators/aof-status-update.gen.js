// Generated from schema/aof-status-update.schema.json by npm run generate.
// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	function ucs2length(str) {
		const len = str.length;
		let length = 0;
		let pos = 0;
		let value;
		while (pos < len) {
			length++;
			value = str.charCodeAt(pos++);
			if (value >= 55296 && value <= 56319 && pos < len) {
				value = str.charCodeAt(pos);
				if ((value & 64512) === 56320) pos++;
			}
		}
		return length;
	}
	exports.default = ucs2length;
	ucs2length.code = "require(\"ajv/dist/runtime/ucs2length\").default";
}));

// \0validator.js
const validate = validate20;
const schema31 = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "Status update",
	"description": "Payload of status.update.",
	"type": "object",
	"properties": {
		"taskId": {
			"type": "string",
			"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$"
		},
		"agentId": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200,
			"pattern": "^[^\\u0000-\\u001f\\u007f]+$"
		},
		"status": { "enum": [
			"backlog",
			"ready",
			"in-progress",
			"blocked",
			"review",
			"done",
			"cancelled",
			"deadletter"
		] },
		"progress": {
			"type": "string",
			"maxLength": 1e6
		},
		"blockers": {
			"type": "array",
			"maxItems": 1e4,
			"items": {
				"type": "string",
				"maxLength": 1e5
			}
		},
		"notes": {
			"type": "string",
			"maxLength": 1e6
		},
		"reason": {
			"type": "string",
			"maxLength": 1e6
		}
	}
};
const pattern4 = new RegExp("^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$", "u");
const pattern5 = new RegExp("^[^\\u0000-\\u001f\\u007f]+$", "u");
const func1 = require_ucs2length().default;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.taskId !== void 0) {
			let data0 = data.taskId;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err0 = {
						instancePath: instancePath + "/taskId",
						schemaPath: "#/properties/taskId/pattern",
						keyword: "pattern",
						params: { pattern: "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$" },
						message: "must match pattern \"^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,15}$\""
					};
					if (vErrors === null) vErrors = [err0];
					else vErrors.push(err0);
					errors++;
				}
			} else {
				const err1 = {
					instancePath: instancePath + "/taskId",
					schemaPath: "#/properties/taskId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err1];
				else vErrors.push(err1);
				errors++;
			}
		}
		if (data.agentId !== void 0) {
			let data1 = data.agentId;
			if (typeof data1 === "string") {
				if (func1(data1) > 200) {
					const err2 = {
						instancePath: instancePath + "/agentId",
						schemaPath: "#/properties/agentId/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
				if (func1(data1) < 1) {
					const err3 = {
						instancePath: instancePath + "/agentId",
						schemaPath: "#/properties/agentId/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err3];
					else vErrors.push(err3);
					errors++;
				}
				if (!pattern5.test(data1)) {
					const err4 = {
						instancePath: instancePath + "/agentId",
						schemaPath: "#/properties/agentId/pattern",
						keyword: "pattern",
						params: { pattern: "^[^\\u0000-\\u001f\\u007f]+$" },
						message: "must match pattern \"^[^\\u0000-\\u001f\\u007f]+$\""
					};
					if (vErrors === null) vErrors = [err4];
					else vErrors.push(err4);
					errors++;
				}
			} else {
				const err5 = {
					instancePath: instancePath + "/agentId",
					schemaPath: "#/properties/agentId/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err5];
				else vErrors.push(err5);
				errors++;
			}
		}
		if (data.status !== void 0) {
			let data2 = data.status;
			if (!(data2 === "backlog" || data2 === "ready" || data2 === "in-progress" || data2 === "blocked" || data2 === "review" || data2 === "done" || data2 === "cancelled" || data2 === "deadletter")) {
				const err6 = {
					instancePath: instancePath + "/status",
					schemaPath: "#/properties/status/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.status.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
		}
		if (data.progress !== void 0) {
			let data3 = data.progress;
			if (typeof data3 === "string") {
				if (func1(data3) > 1e6) {
					const err7 = {
						instancePath: instancePath + "/progress",
						schemaPath: "#/properties/progress/maxLength",
						keyword: "maxLength",
						params: { limit: 1e6 },
						message: "must NOT have more than 1000000 characters"
					};
					if (vErrors === null) vErrors = [err7];
					else vErrors.push(err7);
					errors++;
				}
			} else {
				const err8 = {
					instancePath: instancePath + "/progress",
					schemaPath: "#/properties/progress/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err8];
				else vErrors.push(err8);
				errors++;
			}
		}
		if (data.blockers !== void 0) {
			let data4 = data.blockers;
			if (Array.isArray(data4)) {
				if (data4.length > 1e4) {
					const err9 = {
						instancePath: instancePath + "/blockers",
						schemaPath: "#/properties/blockers/maxItems",
						keyword: "maxItems",
						params: { limit: 1e4 },
						message: "must NOT have more than 10000 items"
					};
					if (vErrors === null) vErrors = [err9];
					else vErrors.push(err9);
					errors++;
				}
				const len0 = data4.length;
				for (let i0 = 0; i0 < len0; i0++) {
					let data5 = data4[i0];
					if (typeof data5 === "string") {
						if (func1(data5) > 1e5) {
							const err10 = {
								instancePath: instancePath + "/blockers/" + i0,
								schemaPath: "#/properties/blockers/items/maxLength",
								keyword: "maxLength",
								params: { limit: 1e5 },
								message: "must NOT have more than 100000 characters"
							};
							if (vErrors === null) vErrors = [err10];
							else vErrors.push(err10);
							errors++;
						}
					} else {
						const err11 = {
							instancePath: instancePath + "/blockers/" + i0,
							schemaPath: "#/properties/blockers/items/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err11];
						else vErrors.push(err11);
						errors++;
					}
				}
			} else {
				const err12 = {
					instancePath: instancePath + "/blockers",
					schemaPath: "#/properties/blockers/type",
					keyword: "type",
					params: { type: "array" },
					message: "must be array"
				};
				if (vErrors === null) vErrors = [err12];
				else vErrors.push(err12);
				errors++;
			}
		}
		if (data.notes !== void 0) {
			let data6 = data.notes;
			if (typeof data6 === "string") {
				if (func1(data6) > 1e6) {
					const err13 = {
						instancePath: instancePath + "/notes",
						schemaPath: "#/properties/notes/maxLength",
						keyword: "maxLength",
						params: { limit: 1e6 },
						message: "must NOT have more than 1000000 characters"
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
			} else {
				const err14 = {
					instancePath: instancePath + "/notes",
					schemaPath: "#/properties/notes/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err14];
				else vErrors.push(err14);
				errors++;
			}
		}
		if (data.reason !== void 0) {
			let data7 = data.reason;
			if (typeof data7 === "string") {
				if (func1(data7) > 1e6) {
					const err15 = {
						instancePath: instancePath + "/reason",
						schemaPath: "#/properties/reason/maxLength",
						keyword: "maxLength",
						params: { limit: 1e6 },
						message: "must NOT have more than 1000000 characters"
					};
					if (vErrors === null) vErrors = [err15];
					else vErrors.push(err15);
					errors++;
				}
			} else {
				const err16 = {
					instancePath: instancePath + "/reason",
					schemaPath: "#/properties/reason/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err16];
				else vErrors.push(err16);
				errors++;
			}
		}
	} else {
		const err17 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err17];
		else vErrors.push(err17);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"taskId": true,
		"agentId": true,
		"status": true,
		"progress": true,
		"blockers": true,
		"notes": true,
		"reason": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "250e8f87330109598b5289a9d6a834ee9c206abeef48cc199bf5363ba7617ee6";

export { schemaHash, validate };