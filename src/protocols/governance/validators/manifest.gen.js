// Generated from schema/prompt-manifest.schema.json by npm run generate.
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
	"$id": "prompt-manifest",
	"title": "Prompt manifest",
	"type": "object",
	"required": ["version", "domains"],
	"properties": {
		"version": {
			"type": "string",
			"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
		},
		"domains": {
			"type": "object",
			"additionalProperties": {
				"type": "object",
				"required": [
					"name",
					"file",
					"canonical_id",
					"version"
				],
				"properties": {
					"name": {
						"type": "string",
						"minLength": 1
					},
					"file": {
						"type": "string",
						"minLength": 1,
						"maxLength": 1024
					},
					"canonical_id": {
						"type": "string",
						"minLength": 1
					},
					"version": {
						"type": "string",
						"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
					},
					"scope": {
						"type": ["string", "array"],
						"items": { "type": "string" }
					}
				}
			}
		},
		"archetypes": {
			"type": "object",
			"additionalProperties": {
				"type": "object",
				"required": [
					"name",
					"file",
					"canonical_id",
					"version",
					"composition"
				],
				"properties": {
					"name": {
						"type": "string",
						"minLength": 1
					},
					"file": {
						"type": "string",
						"minLength": 1,
						"maxLength": 1024
					},
					"canonical_id": {
						"type": "string",
						"minLength": 1
					},
					"version": {
						"type": "string",
						"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
					},
					"composition": { "type": "object" },
					"purpose": { "type": "string" }
				}
			}
		},
		"orchestrators": {
			"type": "object",
			"additionalProperties": {
				"type": "object",
				"required": [
					"name",
					"file",
					"canonical_id",
					"version"
				],
				"properties": {
					"name": {
						"type": "string",
						"minLength": 1
					},
					"file": {
						"type": "string",
						"minLength": 1,
						"maxLength": 1024
					},
					"canonical_id": {
						"type": "string",
						"minLength": 1
					},
					"version": {
						"type": "string",
						"pattern": "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$"
					}
				}
			}
		},
		"taxonomy": {},
		"governance": {}
	}
};
const pattern4 = new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$", "u");
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
		if (data.domains === void 0) {
			const err1 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "domains" },
				message: "must have required property 'domains'"
			};
			if (vErrors === null) vErrors = [err1];
			else vErrors.push(err1);
			errors++;
		}
		if (data.version !== void 0) {
			let data0 = data.version;
			if (typeof data0 === "string") {
				if (!pattern4.test(data0)) {
					const err2 = {
						instancePath: instancePath + "/version",
						schemaPath: "#/properties/version/pattern",
						keyword: "pattern",
						params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
						message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
					};
					if (vErrors === null) vErrors = [err2];
					else vErrors.push(err2);
					errors++;
				}
			} else {
				const err3 = {
					instancePath: instancePath + "/version",
					schemaPath: "#/properties/version/type",
					keyword: "type",
					params: { type: "string" },
					message: "must be string"
				};
				if (vErrors === null) vErrors = [err3];
				else vErrors.push(err3);
				errors++;
			}
		}
		if (data.domains !== void 0) {
			let data1 = data.domains;
			if (data1 && typeof data1 == "object" && !Array.isArray(data1)) for (const key0 in data1) {
				let data2 = data1[key0];
				if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
					if (data2.name === void 0) {
						const err4 = {
							instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/domains/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "name" },
							message: "must have required property 'name'"
						};
						if (vErrors === null) vErrors = [err4];
						else vErrors.push(err4);
						errors++;
					}
					if (data2.file === void 0) {
						const err5 = {
							instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/domains/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "file" },
							message: "must have required property 'file'"
						};
						if (vErrors === null) vErrors = [err5];
						else vErrors.push(err5);
						errors++;
					}
					if (data2.canonical_id === void 0) {
						const err6 = {
							instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/domains/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "canonical_id" },
							message: "must have required property 'canonical_id'"
						};
						if (vErrors === null) vErrors = [err6];
						else vErrors.push(err6);
						errors++;
					}
					if (data2.version === void 0) {
						const err7 = {
							instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/domains/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "version" },
							message: "must have required property 'version'"
						};
						if (vErrors === null) vErrors = [err7];
						else vErrors.push(err7);
						errors++;
					}
					if (data2.name !== void 0) {
						let data3 = data2.name;
						if (typeof data3 === "string") {
							if (func1(data3) < 1) {
								const err8 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
									schemaPath: "#/properties/domains/additionalProperties/properties/name/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err8];
								else vErrors.push(err8);
								errors++;
							}
						} else {
							const err9 = {
								instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
								schemaPath: "#/properties/domains/additionalProperties/properties/name/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err9];
							else vErrors.push(err9);
							errors++;
						}
					}
					if (data2.file !== void 0) {
						let data4 = data2.file;
						if (typeof data4 === "string") {
							if (func1(data4) > 1024) {
								const err10 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/domains/additionalProperties/properties/file/maxLength",
									keyword: "maxLength",
									params: { limit: 1024 },
									message: "must NOT have more than 1024 characters"
								};
								if (vErrors === null) vErrors = [err10];
								else vErrors.push(err10);
								errors++;
							}
							if (func1(data4) < 1) {
								const err11 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/domains/additionalProperties/properties/file/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err11];
								else vErrors.push(err11);
								errors++;
							}
						} else {
							const err12 = {
								instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
								schemaPath: "#/properties/domains/additionalProperties/properties/file/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err12];
							else vErrors.push(err12);
							errors++;
						}
					}
					if (data2.canonical_id !== void 0) {
						let data5 = data2.canonical_id;
						if (typeof data5 === "string") {
							if (func1(data5) < 1) {
								const err13 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
									schemaPath: "#/properties/domains/additionalProperties/properties/canonical_id/minLength",
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
								instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
								schemaPath: "#/properties/domains/additionalProperties/properties/canonical_id/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err14];
							else vErrors.push(err14);
							errors++;
						}
					}
					if (data2.version !== void 0) {
						let data6 = data2.version;
						if (typeof data6 === "string") {
							if (!pattern4.test(data6)) {
								const err15 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
									schemaPath: "#/properties/domains/additionalProperties/properties/version/pattern",
									keyword: "pattern",
									params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
									message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
								};
								if (vErrors === null) vErrors = [err15];
								else vErrors.push(err15);
								errors++;
							}
						} else {
							const err16 = {
								instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
								schemaPath: "#/properties/domains/additionalProperties/properties/version/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err16];
							else vErrors.push(err16);
							errors++;
						}
					}
					if (data2.scope !== void 0) {
						let data7 = data2.scope;
						if (typeof data7 !== "string" && !Array.isArray(data7)) {
							const err17 = {
								instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/scope",
								schemaPath: "#/properties/domains/additionalProperties/properties/scope/type",
								keyword: "type",
								params: { type: schema31.properties.domains.additionalProperties.properties.scope.type },
								message: "must be string,array"
							};
							if (vErrors === null) vErrors = [err17];
							else vErrors.push(err17);
							errors++;
						}
						if (Array.isArray(data7)) {
							const len0 = data7.length;
							for (let i0 = 0; i0 < len0; i0++) if (typeof data7[i0] !== "string") {
								const err18 = {
									instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/scope/" + i0,
									schemaPath: "#/properties/domains/additionalProperties/properties/scope/items/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err18];
								else vErrors.push(err18);
								errors++;
							}
						}
					}
				} else {
					const err19 = {
						instancePath: instancePath + "/domains/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/domains/additionalProperties/type",
						keyword: "type",
						params: { type: "object" },
						message: "must be object"
					};
					if (vErrors === null) vErrors = [err19];
					else vErrors.push(err19);
					errors++;
				}
			}
			else {
				const err20 = {
					instancePath: instancePath + "/domains",
					schemaPath: "#/properties/domains/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err20];
				else vErrors.push(err20);
				errors++;
			}
		}
		if (data.archetypes !== void 0) {
			let data9 = data.archetypes;
			if (data9 && typeof data9 == "object" && !Array.isArray(data9)) for (const key1 in data9) {
				let data10 = data9[key1];
				if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
					if (data10.name === void 0) {
						const err21 = {
							instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/archetypes/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "name" },
							message: "must have required property 'name'"
						};
						if (vErrors === null) vErrors = [err21];
						else vErrors.push(err21);
						errors++;
					}
					if (data10.file === void 0) {
						const err22 = {
							instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/archetypes/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "file" },
							message: "must have required property 'file'"
						};
						if (vErrors === null) vErrors = [err22];
						else vErrors.push(err22);
						errors++;
					}
					if (data10.canonical_id === void 0) {
						const err23 = {
							instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/archetypes/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "canonical_id" },
							message: "must have required property 'canonical_id'"
						};
						if (vErrors === null) vErrors = [err23];
						else vErrors.push(err23);
						errors++;
					}
					if (data10.version === void 0) {
						const err24 = {
							instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/archetypes/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "version" },
							message: "must have required property 'version'"
						};
						if (vErrors === null) vErrors = [err24];
						else vErrors.push(err24);
						errors++;
					}
					if (data10.composition === void 0) {
						const err25 = {
							instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/archetypes/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "composition" },
							message: "must have required property 'composition'"
						};
						if (vErrors === null) vErrors = [err25];
						else vErrors.push(err25);
						errors++;
					}
					if (data10.name !== void 0) {
						let data11 = data10.name;
						if (typeof data11 === "string") {
							if (func1(data11) < 1) {
								const err26 = {
									instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
									schemaPath: "#/properties/archetypes/additionalProperties/properties/name/minLength",
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
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/name/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err27];
							else vErrors.push(err27);
							errors++;
						}
					}
					if (data10.file !== void 0) {
						let data12 = data10.file;
						if (typeof data12 === "string") {
							if (func1(data12) > 1024) {
								const err28 = {
									instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/archetypes/additionalProperties/properties/file/maxLength",
									keyword: "maxLength",
									params: { limit: 1024 },
									message: "must NOT have more than 1024 characters"
								};
								if (vErrors === null) vErrors = [err28];
								else vErrors.push(err28);
								errors++;
							}
							if (func1(data12) < 1) {
								const err29 = {
									instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/archetypes/additionalProperties/properties/file/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err29];
								else vErrors.push(err29);
								errors++;
							}
						} else {
							const err30 = {
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/file/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err30];
							else vErrors.push(err30);
							errors++;
						}
					}
					if (data10.canonical_id !== void 0) {
						let data13 = data10.canonical_id;
						if (typeof data13 === "string") {
							if (func1(data13) < 1) {
								const err31 = {
									instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
									schemaPath: "#/properties/archetypes/additionalProperties/properties/canonical_id/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err31];
								else vErrors.push(err31);
								errors++;
							}
						} else {
							const err32 = {
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/canonical_id/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err32];
							else vErrors.push(err32);
							errors++;
						}
					}
					if (data10.version !== void 0) {
						let data14 = data10.version;
						if (typeof data14 === "string") {
							if (!pattern4.test(data14)) {
								const err33 = {
									instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
									schemaPath: "#/properties/archetypes/additionalProperties/properties/version/pattern",
									keyword: "pattern",
									params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
									message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
								};
								if (vErrors === null) vErrors = [err33];
								else vErrors.push(err33);
								errors++;
							}
						} else {
							const err34 = {
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/version/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err34];
							else vErrors.push(err34);
							errors++;
						}
					}
					if (data10.composition !== void 0) {
						let data15 = data10.composition;
						if (!(data15 && typeof data15 == "object" && !Array.isArray(data15))) {
							const err35 = {
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/composition",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/composition/type",
								keyword: "type",
								params: { type: "object" },
								message: "must be object"
							};
							if (vErrors === null) vErrors = [err35];
							else vErrors.push(err35);
							errors++;
						}
					}
					if (data10.purpose !== void 0) {
						if (typeof data10.purpose !== "string") {
							const err36 = {
								instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/purpose",
								schemaPath: "#/properties/archetypes/additionalProperties/properties/purpose/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err36];
							else vErrors.push(err36);
							errors++;
						}
					}
				} else {
					const err37 = {
						instancePath: instancePath + "/archetypes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/archetypes/additionalProperties/type",
						keyword: "type",
						params: { type: "object" },
						message: "must be object"
					};
					if (vErrors === null) vErrors = [err37];
					else vErrors.push(err37);
					errors++;
				}
			}
			else {
				const err38 = {
					instancePath: instancePath + "/archetypes",
					schemaPath: "#/properties/archetypes/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err38];
				else vErrors.push(err38);
				errors++;
			}
		}
		if (data.orchestrators !== void 0) {
			let data17 = data.orchestrators;
			if (data17 && typeof data17 == "object" && !Array.isArray(data17)) for (const key2 in data17) {
				let data18 = data17[key2];
				if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
					if (data18.name === void 0) {
						const err39 = {
							instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/orchestrators/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "name" },
							message: "must have required property 'name'"
						};
						if (vErrors === null) vErrors = [err39];
						else vErrors.push(err39);
						errors++;
					}
					if (data18.file === void 0) {
						const err40 = {
							instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/orchestrators/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "file" },
							message: "must have required property 'file'"
						};
						if (vErrors === null) vErrors = [err40];
						else vErrors.push(err40);
						errors++;
					}
					if (data18.canonical_id === void 0) {
						const err41 = {
							instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/orchestrators/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "canonical_id" },
							message: "must have required property 'canonical_id'"
						};
						if (vErrors === null) vErrors = [err41];
						else vErrors.push(err41);
						errors++;
					}
					if (data18.version === void 0) {
						const err42 = {
							instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/orchestrators/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "version" },
							message: "must have required property 'version'"
						};
						if (vErrors === null) vErrors = [err42];
						else vErrors.push(err42);
						errors++;
					}
					if (data18.name !== void 0) {
						let data19 = data18.name;
						if (typeof data19 === "string") {
							if (func1(data19) < 1) {
								const err43 = {
									instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
									schemaPath: "#/properties/orchestrators/additionalProperties/properties/name/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err43];
								else vErrors.push(err43);
								errors++;
							}
						} else {
							const err44 = {
								instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/name",
								schemaPath: "#/properties/orchestrators/additionalProperties/properties/name/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err44];
							else vErrors.push(err44);
							errors++;
						}
					}
					if (data18.file !== void 0) {
						let data20 = data18.file;
						if (typeof data20 === "string") {
							if (func1(data20) > 1024) {
								const err45 = {
									instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/orchestrators/additionalProperties/properties/file/maxLength",
									keyword: "maxLength",
									params: { limit: 1024 },
									message: "must NOT have more than 1024 characters"
								};
								if (vErrors === null) vErrors = [err45];
								else vErrors.push(err45);
								errors++;
							}
							if (func1(data20) < 1) {
								const err46 = {
									instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
									schemaPath: "#/properties/orchestrators/additionalProperties/properties/file/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err46];
								else vErrors.push(err46);
								errors++;
							}
						} else {
							const err47 = {
								instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/file",
								schemaPath: "#/properties/orchestrators/additionalProperties/properties/file/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err47];
							else vErrors.push(err47);
							errors++;
						}
					}
					if (data18.canonical_id !== void 0) {
						let data21 = data18.canonical_id;
						if (typeof data21 === "string") {
							if (func1(data21) < 1) {
								const err48 = {
									instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
									schemaPath: "#/properties/orchestrators/additionalProperties/properties/canonical_id/minLength",
									keyword: "minLength",
									params: { limit: 1 },
									message: "must NOT have fewer than 1 characters"
								};
								if (vErrors === null) vErrors = [err48];
								else vErrors.push(err48);
								errors++;
							}
						} else {
							const err49 = {
								instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/canonical_id",
								schemaPath: "#/properties/orchestrators/additionalProperties/properties/canonical_id/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err49];
							else vErrors.push(err49);
							errors++;
						}
					}
					if (data18.version !== void 0) {
						let data22 = data18.version;
						if (typeof data22 === "string") {
							if (!pattern4.test(data22)) {
								const err50 = {
									instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
									schemaPath: "#/properties/orchestrators/additionalProperties/properties/version/pattern",
									keyword: "pattern",
									params: { pattern: "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$" },
									message: "must match pattern \"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$\""
								};
								if (vErrors === null) vErrors = [err50];
								else vErrors.push(err50);
								errors++;
							}
						} else {
							const err51 = {
								instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/version",
								schemaPath: "#/properties/orchestrators/additionalProperties/properties/version/type",
								keyword: "type",
								params: { type: "string" },
								message: "must be string"
							};
							if (vErrors === null) vErrors = [err51];
							else vErrors.push(err51);
							errors++;
						}
					}
				} else {
					const err52 = {
						instancePath: instancePath + "/orchestrators/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/orchestrators/additionalProperties/type",
						keyword: "type",
						params: { type: "object" },
						message: "must be object"
					};
					if (vErrors === null) vErrors = [err52];
					else vErrors.push(err52);
					errors++;
				}
			}
			else {
				const err53 = {
					instancePath: instancePath + "/orchestrators",
					schemaPath: "#/properties/orchestrators/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err53];
				else vErrors.push(err53);
				errors++;
			}
		}
	} else {
		const err54 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err54];
		else vErrors.push(err54);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": {
		"version": true,
		"domains": true,
		"archetypes": true,
		"orchestrators": true,
		"taxonomy": true,
		"governance": true
	},
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "25fc4f5fa2ae6a38780fa93dc73f54c978f6b0f5f11bf4ff30c4283497fb4c58";

export { schemaHash, validate };