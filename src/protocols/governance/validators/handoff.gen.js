// Generated from schema/governed-handoff.schema.json by npm run generate.
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
	"$id": "governed-handoff",
	"title": "Governed handoff 1.0.0",
	"type": "object",
	"required": [
		"handoff_id",
		"timestamp",
		"protocol_version",
		"source_agent",
		"target_agent",
		"context",
		"governance"
	],
	"properties": {
		"handoff_id": {
			"type": "string",
			"pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
		},
		"timestamp": {
			"type": "string",
			"maxLength": 64
		},
		"protocol_version": { "const": "1.0.0" },
		"trace_id": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"parent_handoff_id": {
			"type": "string",
			"pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
		},
		"source_agent": { "$ref": "#/$defs/agent" },
		"target_agent": { "$ref": "#/$defs/agent" },
		"context": {
			"type": "object",
			"required": ["request", "state"],
			"properties": {
				"request": {
					"type": "object",
					"required": [
						"type",
						"description",
						"input_data",
						"constraints",
						"expected_output"
					],
					"properties": {
						"type": { "enum": [
							"query",
							"task",
							"analysis",
							"decision"
						] },
						"description": { "type": "string" },
						"input_data": { "type": ["object", "string"] },
						"constraints": {
							"type": "array",
							"items": { "type": "string" }
						},
						"expected_output": { "type": "string" },
						"domain_tags": {
							"type": "array",
							"items": {
								"type": "string",
								"minLength": 1
							}
						}
					}
				},
				"state": {
					"type": "object",
					"required": [
						"conversation_history",
						"accumulated_context",
						"decisions_made"
					],
					"properties": {
						"conversation_history": {
							"type": "array",
							"items": { "type": "object" }
						},
						"accumulated_context": { "type": "object" },
						"decisions_made": {
							"type": "array",
							"items": { "type": "object" }
						}
					}
				}
			}
		},
		"governance": {
			"type": "object",
			"required": [
				"source_agent_verified",
				"target_agent_verified",
				"composition_valid",
				"boundaries_respected",
				"audit_trail"
			],
			"properties": {
				"source_agent_verified": { "type": "boolean" },
				"target_agent_verified": { "type": "boolean" },
				"composition_valid": { "type": "boolean" },
				"boundaries_respected": { "type": "boolean" },
				"audit_trail": { "type": "string" }
			}
		}
	},
	"additionalProperties": false,
	"$defs": { "agent": {
		"title": "AgentClaim",
		"type": "object",
		"required": [
			"agent_type",
			"agent_id",
			"agent_version",
			"prompt_hash"
		],
		"properties": {
			"agent_type": { "enum": [
				"domain",
				"archetype",
				"orchestrator"
			] },
			"agent_id": {
				"type": "string",
				"minLength": 1,
				"maxLength": 200
			},
			"agent_version": {
				"type": "string",
				"maxLength": 256,
				"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
			},
			"prompt_hash": {
				"type": "string",
				"pattern": "^[0-9a-f]{64}$"
			}
		}
	} }
};
const schema32 = {
	"title": "AgentClaim",
	"type": "object",
	"required": [
		"agent_type",
		"agent_id",
		"agent_version",
		"prompt_hash"
	],
	"properties": {
		"agent_type": { "enum": [
			"domain",
			"archetype",
			"orchestrator"
		] },
		"agent_id": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"agent_version": {
			"type": "string",
			"maxLength": 256,
			"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
		},
		"prompt_hash": {
			"type": "string",
			"pattern": "^[0-9a-f]{64}$"
		}
	}
};
const func1 = Object.prototype.hasOwnProperty;
const func2 = require_ucs2length().default;
const pattern4 = new RegExp("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$", "u");
const pattern6 = new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$", "u");
const pattern7 = new RegExp("^[0-9a-f]{64}$", "u");
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.handoff_id === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "handoff_id" },
				message: "must have required property 'handoff_id'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.timestamp === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "timestamp" },
				message: "must have required property 'timestamp'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.protocol_version === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "protocol_version" },
				message: "must have required property 'protocol_version'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.source_agent === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "source_agent" },
				message: "must have required property 'source_agent'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.target_agent === void 0) {
			const err4 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "target_agent" },
				message: "must have required property 'target_agent'"
			};
			if (vErrors === null) vErrors = [err4];
			else vErrors.push(err4);
			errors++;
		}
		if (data.context === void 0) {
			const err5 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "context" },
				message: "must have required property 'context'"
			};
			if (vErrors === null) vErrors = [err5];
			else vErrors.push(err5);
			errors++;
		}
		if (data.governance === void 0) {
			const err6 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "governance" },
				message: "must have required property 'governance'"
			};
			if (vErrors === null) vErrors = [err6];
			else vErrors.push(err6);
			errors++;
		}
		for (const key0 in data) if (!func1.call(schema31.properties, key0)) {
			const err7 = {
				instancePath,
				schemaPath: "#/additionalProperties",
				keyword: "additionalProperties",
				params: { additionalProperty: key0 },
				message: "must NOT have additional properties"
			};
			if (vErrors === null) vErrors = [err7];
			else vErrors.push(err7);
			errors++;
		}
		if (data.handoff_id !== void 0) {
			let data0 = data.handoff_id;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err8 = {
						instancePath: instancePath + "/handoff_id",
						schemaPath: "#/properties/handoff_id/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$" },
						message: "must match pattern \"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$\""
					};
					if (vErrors === null) vErrors = [err8];
					else vErrors.push(err8);
					errors++;
				}
			} else {
				const err9 = {
					instancePath: instancePath + "/handoff_id",
					schemaPath: "#/properties/handoff_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
		}
		if (data.timestamp !== void 0) {
			let data1 = data.timestamp;
			if (typeof data1 === "string") {
				if (func2(data1) > 64) {
					const err10 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/properties/timestamp/maxLength",
						keyword: "maxLength",
						params: { limit: 64 },
						message: "must NOT have more than 64 characters"
					};
					if (vErrors === null) vErrors = [err10];
					else vErrors.push(err10);
					errors++;
				}
			} else {
				const err11 = {
					instancePath: instancePath + "/timestamp",
					schemaPath: "#/properties/timestamp/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
		}
		if (data.protocol_version !== void 0) {
			if ("1.0.0" !== data.protocol_version) {
				const err12 = {
					instancePath: instancePath + "/protocol_version",
					schemaPath: "#/properties/protocol_version/const",
					keyword: "const",
					params: { allowedValue: "1.0.0" },
					message: "must be equal to constant"
				};
				if (vErrors === null) vErrors = [err12];
				else vErrors.push(err12);
				errors++;
			}
		}
		if (data.trace_id !== void 0) {
			let data3 = data.trace_id;
			if (typeof data3 === "string") {
				if (func2(data3) > 200) {
					const err13 = {
						instancePath: instancePath + "/trace_id",
						schemaPath: "#/properties/trace_id/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
				if (func2(data3) < 1) {
					const err14 = {
						instancePath: instancePath + "/trace_id",
						schemaPath: "#/properties/trace_id/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err14];
					else vErrors.push(err14);
					errors++;
				}
			} else {
				const err15 = {
					instancePath: instancePath + "/trace_id",
					schemaPath: "#/properties/trace_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err15];
				else vErrors.push(err15);
				errors++;
			}
		}
		if (data.parent_handoff_id !== void 0) {
			let data4 = data.parent_handoff_id;
			if (typeof data4 === "string") {
				if (!pattern4.test(data4)) {
					const err16 = {
						instancePath: instancePath + "/parent_handoff_id",
						schemaPath: "#/properties/parent_handoff_id/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$" },
						message: "must match pattern \"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$\""
					};
					if (vErrors === null) vErrors = [err16];
					else vErrors.push(err16);
					errors++;
				}
			} else {
				const err17 = {
					instancePath: instancePath + "/parent_handoff_id",
					schemaPath: "#/properties/parent_handoff_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err17];
				else vErrors.push(err17);
				errors++;
			}
		}
		if (data.source_agent !== void 0) {
			let data5 = data.source_agent;
			if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
				if (data5.agent_type === void 0) {
					const err18 = {
						instancePath: instancePath + "/source_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_type" },
						message: "must have required property 'agent_type'"
					};
					if (vErrors === null) vErrors = [err18];
					else vErrors.push(err18);
					errors++;
				}
				if (data5.agent_id === void 0) {
					const err19 = {
						instancePath: instancePath + "/source_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_id" },
						message: "must have required property 'agent_id'"
					};
					if (vErrors === null) vErrors = [err19];
					else vErrors.push(err19);
					errors++;
				}
				if (data5.agent_version === void 0) {
					const err20 = {
						instancePath: instancePath + "/source_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_version" },
						message: "must have required property 'agent_version'"
					};
					if (vErrors === null) vErrors = [err20];
					else vErrors.push(err20);
					errors++;
				}
				if (data5.prompt_hash === void 0) {
					const err21 = {
						instancePath: instancePath + "/source_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "prompt_hash" },
						message: "must have required property 'prompt_hash'"
					};
					if (vErrors === null) vErrors = [err21];
					else vErrors.push(err21);
					errors++;
				}
				if (data5.agent_type !== void 0) {
					let data6 = data5.agent_type;
					if (!(data6 === "domain" || data6 === "archetype" || data6 === "orchestrator")) {
						const err22 = {
							instancePath: instancePath + "/source_agent/agent_type",
							schemaPath: "#/$defs/agent/properties/agent_type/enum",
							keyword: "enum",
							params: { allowedValues: schema32.properties.agent_type.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err22];
						else vErrors.push(err22);
						errors++;
					}
				}
				if (data5.agent_id !== void 0) {
					let data7 = data5.agent_id;
					if (typeof data7 === "string") {
						if (func2(data7) > 200) {
							const err23 = {
								instancePath: instancePath + "/source_agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err23];
							else vErrors.push(err23);
							errors++;
						}
						if (func2(data7) < 1) {
							const err24 = {
								instancePath: instancePath + "/source_agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err24];
							else vErrors.push(err24);
							errors++;
						}
					} else {
						const err25 = {
							instancePath: instancePath + "/source_agent/agent_id",
							schemaPath: "#/$defs/agent/properties/agent_id/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err25];
						else vErrors.push(err25);
						errors++;
					}
				}
				if (data5.agent_version !== void 0) {
					let data8 = data5.agent_version;
					if (typeof data8 === "string") {
						if (func2(data8) > 256) {
							const err26 = {
								instancePath: instancePath + "/source_agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/maxLength",
								keyword: "maxLength",
								params: { limit: 256 },
								message: "must NOT have more than 256 characters"
							};
							if (vErrors === null) vErrors = [err26];
							else vErrors.push(err26);
							errors++;
						}
						if (!pattern6.test(data8)) {
							const err27 = {
								instancePath: instancePath + "/source_agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/pattern",
								keyword: "pattern",
								params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
								message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
							};
							if (vErrors === null) vErrors = [err27];
							else vErrors.push(err27);
							errors++;
						}
					} else {
						const err28 = {
							instancePath: instancePath + "/source_agent/agent_version",
							schemaPath: "#/$defs/agent/properties/agent_version/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err28];
						else vErrors.push(err28);
						errors++;
					}
				}
				if (data5.prompt_hash !== void 0) {
					let data9 = data5.prompt_hash;
					if (typeof data9 === "string") {
						if (!pattern7.test(data9)) {
							const err29 = {
								instancePath: instancePath + "/source_agent/prompt_hash",
								schemaPath: "#/$defs/agent/properties/prompt_hash/pattern",
								keyword: "pattern",
								params: { pattern: "^[0-9a-f]{64}$" },
								message: "must match pattern \"^[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err29];
							else vErrors.push(err29);
							errors++;
						}
					} else {
						const err30 = {
							instancePath: instancePath + "/source_agent/prompt_hash",
							schemaPath: "#/$defs/agent/properties/prompt_hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err30];
						else vErrors.push(err30);
						errors++;
					}
				}
			} else {
				const err31 = {
					instancePath: instancePath + "/source_agent",
					schemaPath: "#/$defs/agent/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err31];
				else vErrors.push(err31);
				errors++;
			}
		}
		if (data.target_agent !== void 0) {
			let data10 = data.target_agent;
			if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
				if (data10.agent_type === void 0) {
					const err32 = {
						instancePath: instancePath + "/target_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_type" },
						message: "must have required property 'agent_type'"
					};
					if (vErrors === null) vErrors = [err32];
					else vErrors.push(err32);
					errors++;
				}
				if (data10.agent_id === void 0) {
					const err33 = {
						instancePath: instancePath + "/target_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_id" },
						message: "must have required property 'agent_id'"
					};
					if (vErrors === null) vErrors = [err33];
					else vErrors.push(err33);
					errors++;
				}
				if (data10.agent_version === void 0) {
					const err34 = {
						instancePath: instancePath + "/target_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_version" },
						message: "must have required property 'agent_version'"
					};
					if (vErrors === null) vErrors = [err34];
					else vErrors.push(err34);
					errors++;
				}
				if (data10.prompt_hash === void 0) {
					const err35 = {
						instancePath: instancePath + "/target_agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "prompt_hash" },
						message: "must have required property 'prompt_hash'"
					};
					if (vErrors === null) vErrors = [err35];
					else vErrors.push(err35);
					errors++;
				}
				if (data10.agent_type !== void 0) {
					let data11 = data10.agent_type;
					if (!(data11 === "domain" || data11 === "archetype" || data11 === "orchestrator")) {
						const err36 = {
							instancePath: instancePath + "/target_agent/agent_type",
							schemaPath: "#/$defs/agent/properties/agent_type/enum",
							keyword: "enum",
							params: { allowedValues: schema32.properties.agent_type.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err36];
						else vErrors.push(err36);
						errors++;
					}
				}
				if (data10.agent_id !== void 0) {
					let data12 = data10.agent_id;
					if (typeof data12 === "string") {
						if (func2(data12) > 200) {
							const err37 = {
								instancePath: instancePath + "/target_agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err37];
							else vErrors.push(err37);
							errors++;
						}
						if (func2(data12) < 1) {
							const err38 = {
								instancePath: instancePath + "/target_agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err38];
							else vErrors.push(err38);
							errors++;
						}
					} else {
						const err39 = {
							instancePath: instancePath + "/target_agent/agent_id",
							schemaPath: "#/$defs/agent/properties/agent_id/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err39];
						else vErrors.push(err39);
						errors++;
					}
				}
				if (data10.agent_version !== void 0) {
					let data13 = data10.agent_version;
					if (typeof data13 === "string") {
						if (func2(data13) > 256) {
							const err40 = {
								instancePath: instancePath + "/target_agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/maxLength",
								keyword: "maxLength",
								params: { limit: 256 },
								message: "must NOT have more than 256 characters"
							};
							if (vErrors === null) vErrors = [err40];
							else vErrors.push(err40);
							errors++;
						}
						if (!pattern6.test(data13)) {
							const err41 = {
								instancePath: instancePath + "/target_agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/pattern",
								keyword: "pattern",
								params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
								message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
							};
							if (vErrors === null) vErrors = [err41];
							else vErrors.push(err41);
							errors++;
						}
					} else {
						const err42 = {
							instancePath: instancePath + "/target_agent/agent_version",
							schemaPath: "#/$defs/agent/properties/agent_version/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err42];
						else vErrors.push(err42);
						errors++;
					}
				}
				if (data10.prompt_hash !== void 0) {
					let data14 = data10.prompt_hash;
					if (typeof data14 === "string") {
						if (!pattern7.test(data14)) {
							const err43 = {
								instancePath: instancePath + "/target_agent/prompt_hash",
								schemaPath: "#/$defs/agent/properties/prompt_hash/pattern",
								keyword: "pattern",
								params: { pattern: "^[0-9a-f]{64}$" },
								message: "must match pattern \"^[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err43];
							else vErrors.push(err43);
							errors++;
						}
					} else {
						const err44 = {
							instancePath: instancePath + "/target_agent/prompt_hash",
							schemaPath: "#/$defs/agent/properties/prompt_hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err44];
						else vErrors.push(err44);
						errors++;
					}
				}
			} else {
				const err45 = {
					instancePath: instancePath + "/target_agent",
					schemaPath: "#/$defs/agent/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err45];
				else vErrors.push(err45);
				errors++;
			}
		}
		if (data.context !== void 0) {
			let data15 = data.context;
			if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
				if (data15.request === void 0) {
					const err46 = {
						instancePath: instancePath + "/context",
						schemaPath: "#/properties/context/required",
						keyword: "required",
						params: { missingProperty: "request" },
						message: "must have required property 'request'"
					};
					if (vErrors === null) vErrors = [err46];
					else vErrors.push(err46);
					errors++;
				}
				if (data15.state === void 0) {
					const err47 = {
						instancePath: instancePath + "/context",
						schemaPath: "#/properties/context/required",
						keyword: "required",
						params: { missingProperty: "state" },
						message: "must have required property 'state'"
					};
					if (vErrors === null) vErrors = [err47];
					else vErrors.push(err47);
					errors++;
				}
				if (data15.request !== void 0) {
					let data16 = data15.request;
					if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
						if (data16.type === void 0) {
							const err48 = {
								instancePath: instancePath + "/context/request",
								schemaPath: "#/properties/context/properties/request/required",
								keyword: "required",
								params: { missingProperty: "type" },
								message: "must have required property 'type'"
							};
							if (vErrors === null) vErrors = [err48];
							else vErrors.push(err48);
							errors++;
						}
						if (data16.description === void 0) {
							const err49 = {
								instancePath: instancePath + "/context/request",
								schemaPath: "#/properties/context/properties/request/required",
								keyword: "required",
								params: { missingProperty: "description" },
								message: "must have required property 'description'"
							};
							if (vErrors === null) vErrors = [err49];
							else vErrors.push(err49);
							errors++;
						}
						if (data16.input_data === void 0) {
							const err50 = {
								instancePath: instancePath + "/context/request",
								schemaPath: "#/properties/context/properties/request/required",
								keyword: "required",
								params: { missingProperty: "input_data" },
								message: "must have required property 'input_data'"
							};
							if (vErrors === null) vErrors = [err50];
							else vErrors.push(err50);
							errors++;
						}
						if (data16.constraints === void 0) {
							const err51 = {
								instancePath: instancePath + "/context/request",
								schemaPath: "#/properties/context/properties/request/required",
								keyword: "required",
								params: { missingProperty: "constraints" },
								message: "must have required property 'constraints'"
							};
							if (vErrors === null) vErrors = [err51];
							else vErrors.push(err51);
							errors++;
						}
						if (data16.expected_output === void 0) {
							const err52 = {
								instancePath: instancePath + "/context/request",
								schemaPath: "#/properties/context/properties/request/required",
								keyword: "required",
								params: { missingProperty: "expected_output" },
								message: "must have required property 'expected_output'"
							};
							if (vErrors === null) vErrors = [err52];
							else vErrors.push(err52);
							errors++;
						}
						if (data16.type !== void 0) {
							let data17 = data16.type;
							if (!(data17 === "query" || data17 === "task" || data17 === "analysis" || data17 === "decision")) {
								const err53 = {
									instancePath: instancePath + "/context/request/type",
									schemaPath: "#/properties/context/properties/request/properties/type/enum",
									keyword: "enum",
									params: { allowedValues: schema31.properties.context.properties.request.properties.type.enum },
									message: "must be equal to one of the allowed values"
								};
								if (vErrors === null) vErrors = [err53];
								else vErrors.push(err53);
								errors++;
							}
						}
						if (data16.description !== void 0) {
							if (typeof data16.description !== "string") {
								const err54 = {
									instancePath: instancePath + "/context/request/description",
									schemaPath: "#/properties/context/properties/request/properties/description/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err54];
								else vErrors.push(err54);
								errors++;
							}
						}
						if (data16.input_data !== void 0) {
							let data19 = data16.input_data;
							if (!(data19 && typeof data19 == "object" && !Array.isArray(data19)) && typeof data19 !== "string") {
								const err55 = {
									instancePath: instancePath + "/context/request/input_data",
									schemaPath: "#/properties/context/properties/request/properties/input_data/type",
									keyword: "type",
									params: { type: schema31.properties.context.properties.request.properties.input_data.type },
									message: "must be object,string"
								};
								if (vErrors === null) vErrors = [err55];
								else vErrors.push(err55);
								errors++;
							}
						}
						if (data16.constraints !== void 0) {
							let data20 = data16.constraints;
							if (Array.isArray(data20)) {
								const len0 = data20.length;
								for (let i0 = 0; i0 < len0; i0++) if (typeof data20[i0] !== "string") {
									const err56 = {
										instancePath: instancePath + "/context/request/constraints/" + i0,
										schemaPath: "#/properties/context/properties/request/properties/constraints/items/type",
										keyword: "type",
										params: { type: "string" },
										message: "must be string"
									};
									if (vErrors === null) vErrors = [err56];
									else vErrors.push(err56);
									errors++;
								}
							} else {
								const err57 = {
									instancePath: instancePath + "/context/request/constraints",
									schemaPath: "#/properties/context/properties/request/properties/constraints/type",
									keyword: "type",
									params: { type: "array" },
									message: "must be array"
								};
								if (vErrors === null) vErrors = [err57];
								else vErrors.push(err57);
								errors++;
							}
						}
						if (data16.expected_output !== void 0) {
							if (typeof data16.expected_output !== "string") {
								const err58 = {
									instancePath: instancePath + "/context/request/expected_output",
									schemaPath: "#/properties/context/properties/request/properties/expected_output/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err58];
								else vErrors.push(err58);
								errors++;
							}
						}
						if (data16.domain_tags !== void 0) {
							let data23 = data16.domain_tags;
							if (Array.isArray(data23)) {
								const len1 = data23.length;
								for (let i1 = 0; i1 < len1; i1++) {
									let data24 = data23[i1];
									if (typeof data24 === "string") {
										if (func2(data24) < 1) {
											const err59 = {
												instancePath: instancePath + "/context/request/domain_tags/" + i1,
												schemaPath: "#/properties/context/properties/request/properties/domain_tags/items/minLength",
												keyword: "minLength",
												params: { limit: 1 },
												message: "must NOT have fewer than 1 characters"
											};
											if (vErrors === null) vErrors = [err59];
											else vErrors.push(err59);
											errors++;
										}
									} else {
										const err60 = {
											instancePath: instancePath + "/context/request/domain_tags/" + i1,
											schemaPath: "#/properties/context/properties/request/properties/domain_tags/items/type",
											keyword: "type",
											params: { type: "string" },
											message: "must be string"
										};
										if (vErrors === null) vErrors = [err60];
										else vErrors.push(err60);
										errors++;
									}
								}
							} else {
								const err61 = {
									instancePath: instancePath + "/context/request/domain_tags",
									schemaPath: "#/properties/context/properties/request/properties/domain_tags/type",
									keyword: "type",
									params: { type: "array" },
									message: "must be array"
								};
								if (vErrors === null) vErrors = [err61];
								else vErrors.push(err61);
								errors++;
							}
						}
					} else {
						const err62 = {
							instancePath: instancePath + "/context/request",
							schemaPath: "#/properties/context/properties/request/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err62];
						else vErrors.push(err62);
						errors++;
					}
				}
				if (data15.state !== void 0) {
					let data25 = data15.state;
					if (data25 && typeof data25 == "object" && !Array.isArray(data25)) {
						if (data25.conversation_history === void 0) {
							const err63 = {
								instancePath: instancePath + "/context/state",
								schemaPath: "#/properties/context/properties/state/required",
								keyword: "required",
								params: { missingProperty: "conversation_history" },
								message: "must have required property 'conversation_history'"
							};
							if (vErrors === null) vErrors = [err63];
							else vErrors.push(err63);
							errors++;
						}
						if (data25.accumulated_context === void 0) {
							const err64 = {
								instancePath: instancePath + "/context/state",
								schemaPath: "#/properties/context/properties/state/required",
								keyword: "required",
								params: { missingProperty: "accumulated_context" },
								message: "must have required property 'accumulated_context'"
							};
							if (vErrors === null) vErrors = [err64];
							else vErrors.push(err64);
							errors++;
						}
						if (data25.decisions_made === void 0) {
							const err65 = {
								instancePath: instancePath + "/context/state",
								schemaPath: "#/properties/context/properties/state/required",
								keyword: "required",
								params: { missingProperty: "decisions_made" },
								message: "must have required property 'decisions_made'"
							};
							if (vErrors === null) vErrors = [err65];
							else vErrors.push(err65);
							errors++;
						}
						if (data25.conversation_history !== void 0) {
							let data26 = data25.conversation_history;
							if (Array.isArray(data26)) {
								const len2 = data26.length;
								for (let i2 = 0; i2 < len2; i2++) {
									let data27 = data26[i2];
									if (!(data27 && typeof data27 == "object" && !Array.isArray(data27))) {
										const err66 = {
											instancePath: instancePath + "/context/state/conversation_history/" + i2,
											schemaPath: "#/properties/context/properties/state/properties/conversation_history/items/type",
											keyword: "type",
											params: { type: "object" },
											message: "must be object"
										};
										if (vErrors === null) vErrors = [err66];
										else vErrors.push(err66);
										errors++;
									}
								}
							} else {
								const err67 = {
									instancePath: instancePath + "/context/state/conversation_history",
									schemaPath: "#/properties/context/properties/state/properties/conversation_history/type",
									keyword: "type",
									params: { type: "array" },
									message: "must be array"
								};
								if (vErrors === null) vErrors = [err67];
								else vErrors.push(err67);
								errors++;
							}
						}
						if (data25.accumulated_context !== void 0) {
							let data28 = data25.accumulated_context;
							if (!(data28 && typeof data28 == "object" && !Array.isArray(data28))) {
								const err68 = {
									instancePath: instancePath + "/context/state/accumulated_context",
									schemaPath: "#/properties/context/properties/state/properties/accumulated_context/type",
									keyword: "type",
									params: { type: "object" },
									message: "must be object"
								};
								if (vErrors === null) vErrors = [err68];
								else vErrors.push(err68);
								errors++;
							}
						}
						if (data25.decisions_made !== void 0) {
							let data29 = data25.decisions_made;
							if (Array.isArray(data29)) {
								const len3 = data29.length;
								for (let i3 = 0; i3 < len3; i3++) {
									let data30 = data29[i3];
									if (!(data30 && typeof data30 == "object" && !Array.isArray(data30))) {
										const err69 = {
											instancePath: instancePath + "/context/state/decisions_made/" + i3,
											schemaPath: "#/properties/context/properties/state/properties/decisions_made/items/type",
											keyword: "type",
											params: { type: "object" },
											message: "must be object"
										};
										if (vErrors === null) vErrors = [err69];
										else vErrors.push(err69);
										errors++;
									}
								}
							} else {
								const err70 = {
									instancePath: instancePath + "/context/state/decisions_made",
									schemaPath: "#/properties/context/properties/state/properties/decisions_made/type",
									keyword: "type",
									params: { type: "array" },
									message: "must be array"
								};
								if (vErrors === null) vErrors = [err70];
								else vErrors.push(err70);
								errors++;
							}
						}
					} else {
						const err71 = {
							instancePath: instancePath + "/context/state",
							schemaPath: "#/properties/context/properties/state/type",
							keyword: "type",
							params: { type: "object" },
							message: "must be object"
						};
						if (vErrors === null) vErrors = [err71];
						else vErrors.push(err71);
						errors++;
					}
				}
			} else {
				const err72 = {
					instancePath: instancePath + "/context",
					schemaPath: "#/properties/context/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err72];
				else vErrors.push(err72);
				errors++;
			}
		}
		if (data.governance !== void 0) {
			let data31 = data.governance;
			if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
				if (data31.source_agent_verified === void 0) {
					const err73 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "source_agent_verified" },
						message: "must have required property 'source_agent_verified'"
					};
					if (vErrors === null) vErrors = [err73];
					else vErrors.push(err73);
					errors++;
				}
				if (data31.target_agent_verified === void 0) {
					const err74 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "target_agent_verified" },
						message: "must have required property 'target_agent_verified'"
					};
					if (vErrors === null) vErrors = [err74];
					else vErrors.push(err74);
					errors++;
				}
				if (data31.composition_valid === void 0) {
					const err75 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "composition_valid" },
						message: "must have required property 'composition_valid'"
					};
					if (vErrors === null) vErrors = [err75];
					else vErrors.push(err75);
					errors++;
				}
				if (data31.boundaries_respected === void 0) {
					const err76 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "boundaries_respected" },
						message: "must have required property 'boundaries_respected'"
					};
					if (vErrors === null) vErrors = [err76];
					else vErrors.push(err76);
					errors++;
				}
				if (data31.audit_trail === void 0) {
					const err77 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "audit_trail" },
						message: "must have required property 'audit_trail'"
					};
					if (vErrors === null) vErrors = [err77];
					else vErrors.push(err77);
					errors++;
				}
				if (data31.source_agent_verified !== void 0) {
					if (typeof data31.source_agent_verified !== "boolean") {
						const err78 = {
							instancePath: instancePath + "/governance/source_agent_verified",
							schemaPath: "#/properties/governance/properties/source_agent_verified/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err78];
						else vErrors.push(err78);
						errors++;
					}
				}
				if (data31.target_agent_verified !== void 0) {
					if (typeof data31.target_agent_verified !== "boolean") {
						const err79 = {
							instancePath: instancePath + "/governance/target_agent_verified",
							schemaPath: "#/properties/governance/properties/target_agent_verified/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err79];
						else vErrors.push(err79);
						errors++;
					}
				}
				if (data31.composition_valid !== void 0) {
					if (typeof data31.composition_valid !== "boolean") {
						const err80 = {
							instancePath: instancePath + "/governance/composition_valid",
							schemaPath: "#/properties/governance/properties/composition_valid/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err80];
						else vErrors.push(err80);
						errors++;
					}
				}
				if (data31.boundaries_respected !== void 0) {
					if (typeof data31.boundaries_respected !== "boolean") {
						const err81 = {
							instancePath: instancePath + "/governance/boundaries_respected",
							schemaPath: "#/properties/governance/properties/boundaries_respected/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err81];
						else vErrors.push(err81);
						errors++;
					}
				}
				if (data31.audit_trail !== void 0) {
					if (typeof data31.audit_trail !== "string") {
						const err82 = {
							instancePath: instancePath + "/governance/audit_trail",
							schemaPath: "#/properties/governance/properties/audit_trail/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err82];
						else vErrors.push(err82);
						errors++;
					}
				}
			} else {
				const err83 = {
					instancePath: instancePath + "/governance",
					schemaPath: "#/properties/governance/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err83];
				else vErrors.push(err83);
				errors++;
			}
		}
	} else {
		const err84 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err84];
		else vErrors.push(err84);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": true,
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "de06dcf7d38a0dd4aab2797e53b8bc6ee68fd69bafc953c5fe7294a37b972a2d";

export { schemaHash, validate };