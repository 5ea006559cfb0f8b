// Generated from schema/prompt-lock.schema.json by npm run generate.
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
	"$id": "prompt-lock",
	"title": "Prompt lock",
	"type": "object",
	"required": [
		"version",
		"lockfileVersion",
		"algorithm",
		"prompts"
	],
	"properties": {
		"version": {
			"type": "string",
			"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
		},
		"lockfileVersion": {
			"type": "integer",
			"minimum": 1
		},
		"algorithm": { "type": "string" },
		"prompts": {
			"type": "object",
			"additionalProperties": {
				"type": "object",
				"required": [
					"file",
					"hash",
					"type",
					"version"
				],
				"properties": {
					"file": {
						"type": "string",
						"minLength": 1,
						"maxLength": 1024
					},
					"hash": {
						"type": "string",
						"pattern": "^[0-9a-f]{64}$"
					},
					"type": { "enum": [
						"domain",
						"archetype",
						"orchestrator"
					] },
					"version": {
						"type": "string",
						"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
					}
				}
			}
		},
		"manifest": {
			"type": "object",
			"required": ["file", "hash"],
			"properties": {
				"file": {
					"type": "string",
					"minLength": 1,
					"maxLength": 1024
				},
				"hash": {
					"type": "string",
					"pattern": "^[0-9a-f]{64}$"
				}
			}
		},
		"boundaries": {
			"type": "object",
			"required": ["file", "hash"],
			"properties": {
				"file": {
					"type": "string",
					"minLength": 1,
					"maxLength": 1024
				},
				"hash": {
					"type": "string",
					"pattern": "^[0-9a-f]{64}$"
				}
			}
		},
		"integrity": { "type": "object" }
	}
};
const pattern4 = new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$", "u");
const pattern5 = new RegExp("^[0-9a-f]{64}$", "u");
const func1 = require_ucs2length().default;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.version === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "version" },
				message: "must have required property 'version'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.lockfileVersion === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "lockfileVersion" },
				message: "must have required property 'lockfileVersion'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.algorithm === void 0) {
			const err2 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "algorithm" },
				message: "must have required property 'algorithm'"
			};
			if (vErrors === null) vErrors = [err2];
			else vErrors.push(err2);
			errors++;
		}
		if (data.prompts === void 0) {
			const err3 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "prompts" },
				message: "must have required property 'prompts'"
			};
			if (vErrors === null) vErrors = [err3];
			else vErrors.push(err3);
			errors++;
		}
		if (data.version !== void 0) {
			let data0 = data.version;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err4 = {
						instancePath: instancePath + "/version",
						schemaPath: "#/properties/version/pattern",
						keyword: "pattern",
						params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
						message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
					};
					if (vErrors === null) vErrors = [err4];
					else vErrors.push(err4);
					errors++;
				}
			} else {
				const err5 = {
					instancePath: instancePath + "/version",
					schemaPath: "#/properties/version/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err5];
				else vErrors.push(err5);
				errors++;
			}
		}
		if (data.lockfileVersion !== void 0) {
			let data1 = data.lockfileVersion;
			if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
				const err6 = {
					instancePath: instancePath + "/lockfileVersion",
					schemaPath: "#/properties/lockfileVersion/type",
					keyword: "type",
					params: { type: "integer" },
					message: "must be integer"
				};
				if (vErrors === null) vErrors = [err6];
				else vErrors.push(err6);
				errors++;
			}
			if (typeof data1 == "number" && isFinite(data1)) {
				if (data1 < 1 || isNaN(data1)) {
					const err7 = {
						instancePath: instancePath + "/lockfileVersion",
						schemaPath: "#/properties/lockfileVersion/minimum",
						keyword: "minimum",
						params: {
							comparison: ">=",
							limit: 1
						},
						message: "must be >= 1"
					};
					if (vErrors === null) vErrors = [err7];
					else vErrors.push(err7);
					errors++;
				}
			}
		}
		if (data.algorithm !== void 0) {
			if (typeof data.algorithm !== "string") {
				const err8 = {
					instancePath: instancePath + "/algorithm",
					schemaPath: "#/properties/algorithm/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err8];
				else vErrors.push(err8);
				errors++;
			}
		}
		if (data.prompts !== void 0) {
			let data3 = data.prompts;
			if (data3 && typeof data3 == "object" && !Array.isArray(data3)) for (const key0 in data3) {
				let data4 = data3[key0];
				if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
					if (data4.file === void 0) {
						const err9 = {
							instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/prompts/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "file" },
							message: "must have required property 'file'"
						};
						if (vErrors === null) vErrors = [err9];
						else vErrors.push(err9);
						errors++;
					}
					if (data4.hash === void 0) {
						const err10 = {
							instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/prompts/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "hash" },
							message: "must have required property 'hash'"
						};
						if (vErrors === null) vErrors = [err10];
						else vErrors.push(err10);
						errors++;
					}
					if (data4.type === void 0) {
						const err11 = {
							instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/prompts/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "type" },
							message: "must have required property 'type'"
						};
						if (vErrors === null) vErrors = [err11];
						else vErrors.push(err11);
						errors++;
					}
					if (data4.version === void 0) {
						const err12 = {
							instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/prompts/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "version" },
							message: "must have required property 'version'"
						};
						if (vErrors === null) vErrors = [err12];
						else vErrors.push(err12);
						errors++;
					}
					if (data4.file !== void 0) {
						let data5 = data4.file;
						if (typeof data5 === "string") {
							if (func1(data5) > 1024) {
								const err13 = {
									instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/prompts/additionalProperties/properties/file/maxLength",
									keyword: "maxLength",
									params: { limit: 1024 },
									message: "must NOT have more than 1024 characters"
								};
								if (vErrors === null) vErrors = [err13];
								else vErrors.push(err13);
								errors++;
							}
							if (func1(data5) < 1) {
								const err14 = {
									instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/prompts/additionalProperties/properties/file/minLength",
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
								instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
								schemaPath: "#/properties/prompts/additionalProperties/properties/file/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err15];
							else vErrors.push(err15);
							errors++;
						}
					}
					if (data4.hash !== void 0) {
						let data6 = data4.hash;
						if (typeof data6 === "string") {
							if (!pattern5.test(data6)) {
								const err16 = {
									instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/hash",
									schemaPath: "#/properties/prompts/additionalProperties/properties/hash/pattern",
									keyword: "pattern",
									params: { pattern: "^[0-9a-f]{64}$" },
									message: "must match pattern \"^[0-9a-f]{64}$\""
								};
								if (vErrors === null) vErrors = [err16];
								else vErrors.push(err16);
								errors++;
							}
						} else {
							const err17 = {
								instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/hash",
								schemaPath: "#/properties/prompts/additionalProperties/properties/hash/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err17];
							else vErrors.push(err17);
							errors++;
						}
					}
					if (data4.type !== void 0) {
						let data7 = data4.type;
						if (!(data7 === "domain" || data7 === "archetype" || data7 === "orchestrator")) {
							const err18 = {
								instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/type",
								schemaPath: "#/properties/prompts/additionalProperties/properties/type/enum",
								keyword: "enum",
								params: { allowedValues: schema31.properties.prompts.additionalProperties.properties.type.enum },
								message: "must be equal to one of the allowed values"
							};
							if (vErrors === null) vErrors = [err18];
							else vErrors.push(err18);
							errors++;
						}
					}
					if (data4.version !== void 0) {
						let data8 = data4.version;
						if (typeof data8 === "string") {
							if (!pattern4.test(data8)) {
								const err19 = {
									instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
									schemaPath: "#/properties/prompts/additionalProperties/properties/version/pattern",
									keyword: "pattern",
									params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
									message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
								};
								if (vErrors === null) vErrors = [err19];
								else vErrors.push(err19);
								errors++;
							}
						} else {
							const err20 = {
								instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
								schemaPath: "#/properties/prompts/additionalProperties/properties/version/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err20];
							else vErrors.push(err20);
							errors++;
						}
					}
				} else {
					const err21 = {
						instancePath: instancePath + "/prompts/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/prompts/additionalProperties/type",
						keyword: "type",
						params: { type: "object" },
						message: "must be object"
					};
					if (vErrors === null) vErrors = [err21];
					else vErrors.push(err21);
					errors++;
				}
			}
			else {
				const err22 = {
					instancePath: instancePath + "/prompts",
					schemaPath: "#/properties/prompts/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err22];
				else vErrors.push(err22);
				errors++;
			}
		}
		if (data.manifest !== void 0) {
			let data9 = data.manifest;
			if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
				if (data9.file === void 0) {
					const err23 = {
						instancePath: instancePath + "/manifest",
						schemaPath: "#/properties/manifest/required",
						keyword: "required",
						params: { missingProperty: "file" },
						message: "must have required property 'file'"
					};
					if (vErrors === null) vErrors = [err23];
					else vErrors.push(err23);
					errors++;
				}
				if (data9.hash === void 0) {
					const err24 = {
						instancePath: instancePath + "/manifest",
						schemaPath: "#/properties/manifest/required",
						keyword: "required",
						params: { missingProperty: "hash" },
						message: "must have required property 'hash'"
					};
					if (vErrors === null) vErrors = [err24];
					else vErrors.push(err24);
					errors++;
				}
				if (data9.file !== void 0) {
					let data10 = data9.file;
					if (typeof data10 === "string") {
						if (func1(data10) > 1024) {
							const err25 = {
								instancePath: instancePath + "/manifest/file",
								schemaPath: "#/properties/manifest/properties/file/maxLength",
								keyword: "maxLength",
								params: { limit: 1024 },
								message: "must NOT have more than 1024 characters"
							};
							if (vErrors === null) vErrors = [err25];
							else vErrors.push(err25);
							errors++;
						}
						if (func1(data10) < 1) {
							const err26 = {
								instancePath: instancePath + "/manifest/file",
								schemaPath: "#/properties/manifest/properties/file/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err26];
							else vErrors.push(err26);
							errors++;
						}
					} else {
						const err27 = {
							instancePath: instancePath + "/manifest/file",
							schemaPath: "#/properties/manifest/properties/file/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err27];
						else vErrors.push(err27);
						errors++;
					}
				}
				if (data9.hash !== void 0) {
					let data11 = data9.hash;
					if (typeof data11 === "string") {
						if (!pattern5.test(data11)) {
							const err28 = {
								instancePath: instancePath + "/manifest/hash",
								schemaPath: "#/properties/manifest/properties/hash/pattern",
								keyword: "pattern",
								params: { pattern: "^[0-9a-f]{64}$" },
								message: "must match pattern \"^[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err28];
							else vErrors.push(err28);
							errors++;
						}
					} else {
						const err29 = {
							instancePath: instancePath + "/manifest/hash",
							schemaPath: "#/properties/manifest/properties/hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err29];
						else vErrors.push(err29);
						errors++;
					}
				}
			} else {
				const err30 = {
					instancePath: instancePath + "/manifest",
					schemaPath: "#/properties/manifest/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err30];
				else vErrors.push(err30);
				errors++;
			}
		}
		if (data.boundaries !== void 0) {
			let data12 = data.boundaries;
			if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
				if (data12.file === void 0) {
					const err31 = {
						instancePath: instancePath + "/boundaries",
						schemaPath: "#/properties/boundaries/required",
						keyword: "required",
						params: { missingProperty: "file" },
						message: "must have required property 'file'"
					};
					if (vErrors === null) vErrors = [err31];
					else vErrors.push(err31);
					errors++;
				}
				if (data12.hash === void 0) {
					const err32 = {
						instancePath: instancePath + "/boundaries",
						schemaPath: "#/properties/boundaries/required",
						keyword: "required",
						params: { missingProperty: "hash" },
						message: "must have required property 'hash'"
					};
					if (vErrors === null) vErrors = [err32];
					else vErrors.push(err32);
					errors++;
				}
				if (data12.file !== void 0) {
					let data13 = data12.file;
					if (typeof data13 === "string") {
						if (func1(data13) > 1024) {
							const err33 = {
								instancePath: instancePath + "/boundaries/file",
								schemaPath: "#/properties/boundaries/properties/file/maxLength",
								keyword: "maxLength",
								params: { limit: 1024 },
								message: "must NOT have more than 1024 characters"
							};
							if (vErrors === null) vErrors = [err33];
							else vErrors.push(err33);
							errors++;
						}
						if (func1(data13) < 1) {
							const err34 = {
								instancePath: instancePath + "/boundaries/file",
								schemaPath: "#/properties/boundaries/properties/file/minLength",
								keyword: "minLength",
								params: { limit: 1 },
								message: "must NOT have fewer than 1 characters"
							};
							if (vErrors === null) vErrors = [err34];
							else vErrors.push(err34);
							errors++;
						}
					} else {
						const err35 = {
							instancePath: instancePath + "/boundaries/file",
							schemaPath: "#/properties/boundaries/properties/file/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err35];
						else vErrors.push(err35);
						errors++;
					}
				}
				if (data12.hash !== void 0) {
					let data14 = data12.hash;
					if (typeof data14 === "string") {
						if (!pattern5.test(data14)) {
							const err36 = {
								instancePath: instancePath + "/boundaries/hash",
								schemaPath: "#/properties/boundaries/properties/hash/pattern",
								keyword: "pattern",
								params: { pattern: "^[0-9a-f]{64}$" },
								message: "must match pattern \"^[0-9a-f]{64}$\""
							};
							if (vErrors === null) vErrors = [err36];
							else vErrors.push(err36);
							errors++;
						}
					} else {
						const err37 = {
							instancePath: instancePath + "/boundaries/hash",
							schemaPath: "#/properties/boundaries/properties/hash/type",
							keyword: "type",
							params: { type: "string" },
							message: "must be string"
						};
						if (vErrors === null) vErrors = [err37];
						else vErrors.push(err37);
						errors++;
					}
				}
			} else {
				const err38 = {
					instancePath: instancePath + "/boundaries",
					schemaPath: "#/properties/boundaries/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err38];
				else vErrors.push(err38);
				errors++;
			}
		}
		if (data.integrity !== void 0) {
			let data15 = data.integrity;
			if (!(data15 && typeof data15 == "object" && !Array.isArray(data15))) {
				const err39 = {
					instancePath: instancePath + "/integrity",
					schemaPath: "#/properties/integrity/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err39];
				else vErrors.push(err39);
				errors++;
			}
		}
	} else {
		const err40 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err40];
		else vErrors.push(err40);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"version": true,
		"lockfileVersion": true,
		"algorithm": true,
		"prompts": true,
		"manifest": true,
		"boundaries": true,
		"integrity": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "d4bb1b76555363018dba135209287f35905afdb4cc8cab1f559345f57325c691";

export { schemaHash, validate };