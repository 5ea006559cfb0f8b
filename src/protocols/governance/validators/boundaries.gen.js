// Generated from schema/boundaries.schema.json by npm run generate.
// \0validator.js
const validate = validate20;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	let vErrors = null;
	let errors = 0;
	const evaluated0 = validate20.evaluated;
	if (evaluated0.dynamicProps) evaluated0.props = void 0;
	if (evaluated0.dynamicItems) evaluated0.items = void 0;
	if (data && typeof data == "object" && !Array.isArray(data)) {
		if (data.boundaries === void 0) {
			const err0 = {
				instancePath,
				schemaPath: "#/required",
				keyword: "required",
				params: { missingProperty: "boundaries" },
				message: "must have required property 'boundaries'"
			};
			if (vErrors === null) vErrors = [err0];
			else vErrors.push(err0);
			errors++;
		}
		if (data.boundaries !== void 0) {
			let data0 = data.boundaries;
			if (data0 && typeof data0 == "object" && !Array.isArray(data0)) for (const key0 in data0) {
				let data1 = data0[key0];
				if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
					if (data1.with === void 0) {
						const err1 = {
							instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/boundaries/additionalProperties/required",
							keyword: "required",
							params: { missingProperty: "with" },
							message: "must have required property 'with'"
						};
						if (vErrors === null) vErrors = [err1];
						else vErrors.push(err1);
						errors++;
					}
					for (const key1 in data1) if (!(key1 === "with" || key1 === "in_scope" || key1 === "out_of_scope")) {
						const err2 = {
							instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
							schemaPath: "#/properties/boundaries/additionalProperties/additionalProperties",
							keyword: "additionalProperties",
							params: { additionalProperty: key1 },
							message: "must NOT have additional properties"
						};
						if (vErrors === null) vErrors = [err2];
						else vErrors.push(err2);
						errors++;
					}
					if (data1.with !== void 0) {
						let data2 = data1.with;
						if (Array.isArray(data2)) {
							const len0 = data2.length;
							for (let i0 = 0; i0 < len0; i0++) if (typeof data2[i0] !== "string") {
								const err3 = {
									instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/with/" + i0,
									schemaPath: "#/properties/boundaries/additionalProperties/properties/with/items/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err3];
								else vErrors.push(err3);
								errors++;
							}
						} else {
							const err4 = {
								instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/with",
								schemaPath: "#/properties/boundaries/additionalProperties/properties/with/type",
								keyword: "type",
								params: { type: "array" },
								message: "must be array"
							};
							if (vErrors === null) vErrors = [err4];
							else vErrors.push(err4);
							errors++;
						}
					}
					if (data1.in_scope !== void 0) {
						let data4 = data1.in_scope;
						if (Array.isArray(data4)) {
							const len1 = data4.length;
							for (let i1 = 0; i1 < len1; i1++) if (typeof data4[i1] !== "string") {
								const err5 = {
									instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/in_scope/" + i1,
									schemaPath: "#/properties/boundaries/additionalProperties/properties/in_scope/items/type",
									keyword: "type",
									params: { type: "string" },
									message: "must be string"
								};
								if (vErrors === null) vErrors = [err5];
								else vErrors.push(err5);
								errors++;
							}
						} else {
							const err6 = {
								instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/in_scope",
								schemaPath: "#/properties/boundaries/additionalProperties/properties/in_scope/type",
								keyword: "type",
								params: { type: "array" },
								message: "must be array"
							};
							if (vErrors === null) vErrors = [err6];
							else vErrors.push(err6);
							errors++;
						}
					}
					if (data1.out_of_scope !== void 0) {
						let data6 = data1.out_of_scope;
						if (Array.isArray(data6)) {
							const len2 = data6.length;
							for (let i2 = 0; i2 < len2; i2++) {
								let data7 = data6[i2];
								if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
									if (data7.text === void 0) {
										const err7 = {
											instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope/" + i2,
											schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/items/required",
											keyword: "required",
											params: { missingProperty: "text" },
											message: "must have required property 'text'"
										};
										if (vErrors === null) vErrors = [err7];
										else vErrors.push(err7);
										errors++;
									}
									for (const key2 in data7) if (!(key2 === "text" || key2 === "target")) {
										const err8 = {
											instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope/" + i2,
											schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/items/additionalProperties",
											keyword: "additionalProperties",
											params: { additionalProperty: key2 },
											message: "must NOT have additional properties"
										};
										if (vErrors === null) vErrors = [err8];
										else vErrors.push(err8);
										errors++;
									}
									if (data7.text !== void 0) {
										if (typeof data7.text !== "string") {
											const err9 = {
												instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope/" + i2 + "/text",
												schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/items/properties/text/type",
												keyword: "type",
												params: { type: "string" },
												message: "must be string"
											};
											if (vErrors === null) vErrors = [err9];
											else vErrors.push(err9);
											errors++;
										}
									}
									if (data7.target !== void 0) {
										if (typeof data7.target !== "string") {
											const err10 = {
												instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope/" + i2 + "/target",
												schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/items/properties/target/type",
												keyword: "type",
												params: { type: "string" },
												message: "must be string"
											};
											if (vErrors === null) vErrors = [err10];
											else vErrors.push(err10);
											errors++;
										}
									}
								} else {
									const err11 = {
										instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope/" + i2,
										schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/items/type",
										keyword: "type",
										params: { type: "object" },
										message: "must be object"
									};
									if (vErrors === null) vErrors = [err11];
									else vErrors.push(err11);
									errors++;
								}
							}
						} else {
							const err12 = {
								instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/out_of_scope",
								schemaPath: "#/properties/boundaries/additionalProperties/properties/out_of_scope/type",
								keyword: "type",
								params: { type: "array" },
								message: "must be array"
							};
							if (vErrors === null) vErrors = [err12];
							else vErrors.push(err12);
							errors++;
						}
					}
				} else {
					const err13 = {
						instancePath: instancePath + "/boundaries/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),
						schemaPath: "#/properties/boundaries/additionalProperties/type",
						keyword: "type",
						params: { type: "object" },
						message: "must be object"
					};
					if (vErrors === null) vErrors = [err13];
					else vErrors.push(err13);
					errors++;
				}
			}
			else {
				const err14 = {
					instancePath: instancePath + "/boundaries",
					schemaPath: "#/properties/boundaries/type",
					keyword: "type",
					params: { type: "object" },
					message: "must be object"
				};
				if (vErrors === null) vErrors = [err14];
				else vErrors.push(err14);
				errors++;
			}
		}
	} else {
		const err15 = {
			instancePath,
			schemaPath: "#/type",
			keyword: "type",
			params: { type: "object" },
			message: "must be object"
		};
		if (vErrors === null) vErrors = [err15];
		else vErrors.push(err15);
		errors++;
	}
	validate20.errors = vErrors;
	return errors === 0;
}
validate20.evaluated = {
	"props": { "boundaries": true },
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "379efd57982b88ac5a1efc3f5e9bdffbbcf6ded1b7f57ac37baaff97c2c1e068";

export { schemaHash, validate };