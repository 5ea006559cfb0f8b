// Generated from schema/governed-response.schema.json by npm run generate.
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
	"$id": "governed-response",
	"title": "Governed response",
	"type": "object",
	"required": [
		"response_id",
		"handoff_id",
		"agent",
		"status",
		"content",
		"governance",
		"timestamp"
	],
	"properties": {
		"response_id": {
			"type": "string",
			"pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
		},
		"handoff_id": {
			"type": "string",
			"pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
		},
		"trace_id": {
			"type": "string",
			"minLength": 1,
			"maxLength": 200
		},
		"agent": { "$ref": "#/$defs/agent" },
		"status": { "enum": [
			"success",
			"partial",
			"error",
			"refused"
		] },
		"code": { "enum": [
			"QUALITY_CANNOT_BE_MET",
			"INSUFFICIENT_CONTEXT",
			"AMBIGUOUS_REQUEST",
			"MULTIPLE_VALID_APPROACHES"
		] },
		"content": { "type": [
			"object",
			"string",
			"array"
		] },
		"governance": {
			"type": "object",
			"required": [
				"source_agent_verified",
				"target_agent_verified",
				"composition_valid",
				"boundaries_respected"
			],
			"properties": {
				"source_agent_verified": { "type": "boolean" },
				"target_agent_verified": { "type": "boolean" },
				"composition_valid": { "type": "boolean" },
				"boundaries_respected": { "type": "boolean" },
				"audit_trail": { "type": "string" }
			}
		},
		"timestamp": {
			"type": "string",
			"maxLength": 64
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
		if (data.response_id === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "response_id" },
				message: "must have required property 'response_id'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.handoff_id === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "handoff_id" },
				message: "must have required property 'handoff_id'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.agent === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "agent" },
				message: "must have required property 'agent'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.status === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "status" },
				message: "must have required property 'status'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.content === void 0) {
			const err4 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "content" },
				message: "must have required property 'content'"
			};
			if (vErrors === null) vErrors = [err4];
			else vErrors.push(err4);
			errors++;
		}
		if (data.governance === void 0) {
			const err5 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "governance" },
				message: "must have required property 'governance'"
			};
			if (vErrors === null) vErrors = [err5];
			else vErrors.push(err5);
			errors++;
		}
		if (data.timestamp === void 0) {
			const err6 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "timestamp" },
				message: "must have required property 'timestamp'"
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
		if (data.response_id !== void 0) {
			let data0 = data.response_id;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err8 = {
						instancePath: instancePath + "/response_id",
						schemaPath: "#/properties/response_id/pattern",
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
					instancePath: instancePath + "/response_id",
					schemaPath: "#/properties/response_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err9];
				else vErrors.push(err9);
				errors++;
			}
		}
		if (data.handoff_id !== void 0) {
			let data1 = data.handoff_id;
			if (typeof data1 === "string") {
				if (!pattern4.test(data1)) {
					const err10 = {
						instancePath: instancePath + "/handoff_id",
						schemaPath: "#/properties/handoff_id/pattern",
						keyword: "pattern",
						params: { pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$" },
						message: "must match pattern \"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$\""
					};
					if (vErrors === null) vErrors = [err10];
					else vErrors.push(err10);
					errors++;
				}
			} else {
				const err11 = {
					instancePath: instancePath + "/handoff_id",
					schemaPath: "#/properties/handoff_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err11];
				else vErrors.push(err11);
				errors++;
			}
		}
		if (data.trace_id !== void 0) {
			let data2 = data.trace_id;
			if (typeof data2 === "string") {
				if (func2(data2) > 200) {
					const err12 = {
						instancePath: instancePath + "/trace_id",
						schemaPath: "#/properties/trace_id/maxLength",
						keyword: "maxLength",
						params: { limit: 200 },
						message: "must NOT have more than 200 characters"
					};
					if (vErrors === null) vErrors = [err12];
					else vErrors.push(err12);
					errors++;
				}
				if (func2(data2) < 1) {
					const err13 = {
						instancePath: instancePath + "/trace_id",
						schemaPath: "#/properties/trace_id/minLength",
						keyword: "minLength",
						params: { limit: 1 },
						message: "must NOT have fewer than 1 characters"
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
			} else {
				const err14 = {
					instancePath: instancePath + "/trace_id",
					schemaPath: "#/properties/trace_id/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err14];
				else vErrors.push(err14);
				errors++;
			}
		}
		if (data.agent !== void 0) {
			let data3 = data.agent;
			if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
				if (data3.agent_type === void 0) {
					const err15 = {
						instancePath: instancePath + "/agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_type" },
						message: "must have required property 'agent_type'"
					};
					if (vErrors === null) vErrors = [err15];
					else vErrors.push(err15);
					errors++;
				}
				if (data3.agent_id === void 0) {
					const err16 = {
						instancePath: instancePath + "/agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_id" },
						message: "must have required property 'agent_id'"
					};
					if (vErrors === null) vErrors = [err16];
					else vErrors.push(err16);
					errors++;
				}
				if (data3.agent_version === void 0) {
					const err17 = {
						instancePath: instancePath + "/agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "agent_version" },
						message: "must have required property 'agent_version'"
					};
					if (vErrors === null) vErrors = [err17];
					else vErrors.push(err17);
					errors++;
				}
				if (data3.prompt_hash === void 0) {
					const err18 = {
						instancePath: instancePath + "/agent",
						schemaPath: "#/$defs/agent/required",
						keyword: "required",
						params: { missingProperty: "prompt_hash" },
						message: "must have required property 'prompt_hash'"
					};
					if (vErrors === null) vErrors = [err18];
					else vErrors.push(err18);
					errors++;
				}
				if (data3.agent_type !== void 0) {
					let data4 = data3.agent_type;
					if (!(data4 === "domain" || data4 === "archetype" || data4 === "orchestrator")) {
						const err19 = {
							instancePath: instancePath + "/agent/agent_type",
							schemaPath: "#/$defs/agent/properties/agent_type/enum",
							keyword: "enum",
							params: { allowedValues: schema32.properties.agent_type.enum },
							message: "must be equal to one of the allowed values"
						};
						if (vErrors === null) vErrors = [err19];
						else vErrors.push(err19);
						errors++;
					}
				}
				if (data3.agent_id !== void 0) {
					let data5 = data3.agent_id;
					if (typeof data5 === "string") {
						if (func2(data5) > 200) {
							const err20 = {
								instancePath: instancePath + "/agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/maxLength",
								keyword: "maxLength",
								params: { limit: 200 },
								message: "must NOT have more than 200 characters"
							};
							if (vErrors === null) vErrors = [err20];
							else vErrors.push(err20);
							errors++;
						}
						if (func2(data5) < 1) {
							const err21 = {
								instancePath: instancePath + "/agent/agent_id",
								schemaPath: "#/$defs/agent/properties/agent_id/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err21];
							else vErrors.push(err21);
							errors++;
						}
					} else {
						const err22 = {
							instancePath: instancePath + "/agent/agent_id",
							schemaPath: "#/$defs/agent/properties/agent_id/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err22];
						else vErrors.push(err22);
						errors++;
					}
				}
				if (data3.agent_version !== void 0) {
					let data6 = data3.agent_version;
					if (typeof data6 === "string") {
						if (func2(data6) > 256) {
							const err23 = {
								instancePath: instancePath + "/agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/maxLength",
								keyword: "maxLength",
								params: { limit: 256 },
								message: "must NOT have more than 256 characters"
							};
							if (vErrors === null) vErrors = [err23];
							else vErrors.push(err23);
							errors++;
						}
						if (!pattern6.test(data6)) {
							const err24 = {
								instancePath: instancePath + "/agent/agent_version",
								schemaPath: "#/$defs/agent/properties/agent_version/pattern",
								keyword: "pattern",
								params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
								message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
							};
							if (vErrors === null) vErrors = [err24];
							else vErrors.push(err24);
							errors++;
						}
					} else {
						const err25 = {
							instancePath: instancePath + "/agent/agent_version",
							schemaPath: "#/$defs/agent/properties/agent_version/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err25];
						else vErrors.push(err25);
						errors++;
					}
				}
				if (data3.prompt_hash !== void 0) {
					let data7 = data3.prompt_hash;
					if (typeof data7 === "string") {
						if (!pattern7.test(data7)) {
							const err26 = {
								instancePath: instancePath + "/agent/prompt_hash",
								schemaPath: "#/$defs/agent/properties/prompt_hash/pattern",
								keyword: "pattern",
								params: { pattern: "^[0-9a-f]{64}$" },
								message: "must match pattern \"^[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err26];
							else vErrors.push(err26);
							errors++;
						}
					} else {
						const err27 = {
							instancePath: instancePath + "/agent/prompt_hash",
							schemaPath: "#/$defs/agent/properties/prompt_hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err27];
						else vErrors.push(err27);
						errors++;
					}
				}
			} else {
				const err28 = {
					instancePath: instancePath + "/agent",
					schemaPath: "#/$defs/agent/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err28];
				else vErrors.push(err28);
				errors++;
			}
		}
		if (data.status !== void 0) {
			let data8 = data.status;
			if (!(data8 === "success" || data8 === "partial" || data8 === "error" || data8 === "refused")) {
				const err29 = {
					instancePath: instancePath + "/status",
					schemaPath: "#/properties/status/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.status.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err29];
				else vErrors.push(err29);
				errors++;
			}
		}
		if (data.code !== void 0) {
			let data9 = data.code;
			if (!(data9 === "QUALITY_CANNOT_BE_MET" || data9 === "INSUFFICIENT_CONTEXT" || data9 === "AMBIGUOUS_REQUEST" || data9 === "MULTIPLE_VALID_APPROACHES")) {
				const err30 = {
					instancePath: instancePath + "/code",
					schemaPath: "#/properties/code/enum",
					keyword: "enum",
					params: { allowedValues: schema31.properties.code.enum },
					message: "must be equal to one of the allowed values"
				};
				if (vErrors === null) vErrors = [err30];
				else vErrors.push(err30);
				errors++;
			}
		}
		if (data.content !== void 0) {
			let data10 = data.content;
			if ((!data10 || typeof data10 != "object") && typeof data10 !== "string") {
				const err31 = {
					instancePath: instancePath + "/content",
					schemaPath: "#/properties/content/type",
					keyword: "type",
					params: { type: schema31.properties.content.type },
					message: "must be object,string,array"
				};
				if (vErrors === null) vErrors = [err31];
				else vErrors.push(err31);
				errors++;
			}
		}
		if (data.governance !== void 0) {
			let data11 = data.governance;
			if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
				if (data11.source_agent_verified === void 0) {
					const err32 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "source_agent_verified" },
						message: "must have required property 'source_agent_verified'"
					};
					if (vErrors === null) vErrors = [err32];
					else vErrors.push(err32);
					errors++;
				}
				if (data11.target_agent_verified === void 0) {
					const err33 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "target_agent_verified" },
						message: "must have required property 'target_agent_verified'"
					};
					if (vErrors === null) vErrors = [err33];
					else vErrors.push(err33);
					errors++;
				}
				if (data11.composition_valid === void 0) {
					const err34 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "composition_valid" },
						message: "must have required property 'composition_valid'"
					};
					if (vErrors === null) vErrors = [err34];
					else vErrors.push(err34);
					errors++;
				}
				if (data11.boundaries_respected === void 0) {
					const err35 = {
						instancePath: instancePath + "/governance",
						schemaPath: "#/properties/governance/required",
						keyword: "required",
						params: { missingProperty: "boundaries_respected" },
						message: "must have required property 'boundaries_respected'"
					};
					if (vErrors === null) vErrors = [err35];
					else vErrors.push(err35);
					errors++;
				}
				if (data11.source_agent_verified !== void 0) {
					if (typeof data11.source_agent_verified !== "boolean") {
						const err36 = {
							instancePath: instancePath + "/governance/source_agent_verified",
							schemaPath: "#/properties/governance/properties/source_agent_verified/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err36];
						else vErrors.push(err36);
						errors++;
					}
				}
				if (data11.target_agent_verified !== void 0) {
					if (typeof data11.target_agent_verified !== "boolean") {
						const err37 = {
							instancePath: instancePath + "/governance/target_agent_verified",
							schemaPath: "#/properties/governance/properties/target_agent_verified/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err37];
						else vErrors.push(err37);
						errors++;
					}
				}
				if (data11.composition_valid !== void 0) {
					if (typeof data11.composition_valid !== "boolean") {
						const err38 = {
							instancePath: instancePath + "/governance/composition_valid",
							schemaPath: "#/properties/governance/properties/composition_valid/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err38];
						else vErrors.push(err38);
						errors++;
					}
				}
				if (data11.boundaries_respected !== void 0) {
					if (typeof data11.boundaries_respected !== "boolean") {
						const err39 = {
							instancePath: instancePath + "/governance/boundaries_respected",
							schemaPath: "#/properties/governance/properties/boundaries_respected/type",
							keyword: "type",
							params: { type: "boolean" },
							message: "must be boolean"
						};
						if (vErrors === null) vErrors = [err39];
						else vErrors.push(err39);
						errors++;
					}
				}
				if (data11.audit_trail !== void 0) {
					if (typeof data11.audit_trail !== "string") {
						const err40 = {
							instancePath: instancePath + "/governance/audit_trail",
							schemaPath: "#/properties/governance/properties/audit_trail/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err40];
						else vErrors.push(err40);
						errors++;
					}
				}
			} else {
				const err41 = {
					instancePath: instancePath + "/governance",
					schemaPath: "#/properties/governance/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err41];
				else vErrors.push(err41);
				errors++;
			}
		}
		if (data.timestamp !== void 0) {
			let data17 = data.timestamp;
			if (typeof data17 === "string") {
				if (func2(data17) > 64) {
					const err42 = {
						instancePath: instancePath + "/timestamp",
						schemaPath: "#/properties/timestamp/maxLength",
						keyword: "maxLength",
						params: { limit: 64 },
						message: "must NOT have more than 64 characters"
					};
					if (vErrors === null) vErrors = [err42];
					else vErrors.push(err42);
					errors++;
				}
			} else {
				const err43 = {
					instancePath: instancePath + "/timestamp",
					schemaPath: "#/properties/timestamp/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err43];
				else vErrors.push(err43);
				errors++;
			}
		}
	} else {
		const err44 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err44];
		else vErrors.push(err44);
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
const schemaHash = "ebe4a7fe4e231eb7e33a2489dceae9b4683526153eb6eeb8cd47328c35d56c6f";

export { schemaHash, validate };