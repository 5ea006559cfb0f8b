// Generated from schema/http/answers.schema.json by npm run generate.
// \0validator.js
const validate = validate20;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
	validate20.errors = null;
	return true;
}
validate20.evaluated = {
	"dynamicProps": false,
	"dynamicItems": false
};
const schemaHash = "809f6d451ab01df4bf3e3435da4ca5cf8308a9025aad3425ce553d752d99812a";
const schema = {
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"title": "What the API answers, by name",
	"$defs": {
		"TaskStatus": { "enum": [
			"backlog",
			"ready",
			"in-progress",
			"blocked",
			"review",
			"done",
			"cancelled",
			"deadletter"
		] },
		"TaskCard": {
			"type": "object",
			"required": [
				"id",
				"title",
				"status",
				"priority",
				"rev",
				"updatedAt",
				"createdAt",
				"isHeld",
				"tags",
				"attempts"
			],
			"properties": {
				"id": {
					"type": "string",
					"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,}$"
				},
				"title": { "type": "string" },
				"status": { "$ref": "#/$defs/TaskStatus" },
				"priority": { "enum": [
					"critical",
					"high",
					"normal",
					"low"
				] },
				"rev": { "type": "integer" },
				"updatedAt": {
					"type": "string",
					"format": "date-time"
				},
				"createdAt": {
					"type": "string",
					"format": "date-time"
				},
				"agent": { "type": "string" },
				"isHeld": { "type": "boolean" },
				"leaseUntil": {
					"type": "string",
					"format": "date-time"
				},
				"team": { "type": "string" },
				"tags": {
					"type": "array",
					"items": { "type": "string" }
				},
				"parentId": {
					"type": "string",
					"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,}$"
				},
				"traceId": { "type": "string" },
				"dueBy": {
					"type": "string",
					"format": "date-time"
				},
				"waitsFor": {
					"type": "array",
					"items": {
						"type": "string",
						"pattern": "^TASK-\\d{4}-\\d{2}-\\d{2}-\\d{3,}$"
					}
				},
				"attempts": { "type": "integer" },
				"block": {
					"type": "object",
					"required": ["kind", "reason"],
					"properties": {
						"kind": { "enum": [
							"human",
							"dependency",
							"spawn",
							"subtasks",
							"no-completion"
						] },
						"reason": { "type": "string" }
					}
				},
				"why": {
					"type": "object",
					"required": [
						"kind",
						"text",
						"needsPerson"
					],
					"properties": {
						"kind": { "type": "string" },
						"text": { "type": "string" },
						"needsPerson": { "type": "boolean" }
					}
				}
			},
			"additionalProperties": false
		},
		"Overview": {
			"type": "object",
			"required": [
				"version",
				"project",
				"counts",
				"moves",
				"agents"
			],
			"properties": {
				"version": { "type": "string" },
				"project": { "type": "string" },
				"counts": {
					"type": "object",
					"additionalProperties": { "type": "integer" }
				},
				"moves": {
					"type": "object",
					"additionalProperties": {
						"type": "object",
						"additionalProperties": { "$ref": "#/$defs/PersonMove" }
					}
				},
				"agents": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"additionalProperties": false
		},
		"TaskPage": {
			"type": "object",
			"required": ["tasks"],
			"properties": {
				"tasks": {
					"type": "array",
					"items": { "$ref": "#/$defs/TaskCard" }
				},
				"next": { "type": "string" }
			},
			"additionalProperties": false
		},
		"PlaneEvent": {
			"type": "object",
			"required": [
				"id",
				"type",
				"timestamp",
				"actor",
				"payload"
			],
			"properties": {
				"id": { "type": "string" },
				"type": { "type": "string" },
				"timestamp": {
					"type": "string",
					"format": "date-time"
				},
				"actor": { "type": "string" },
				"taskId": { "type": "string" },
				"runId": { "type": "string" },
				"payload": { "type": "object" }
			},
			"additionalProperties": false
		},
		"Run": {
			"type": "object",
			"required": [
				"taskId",
				"runId",
				"agentId",
				"attempt",
				"startedAt",
				"status",
				"artifactPaths"
			],
			"properties": {
				"taskId": { "type": "string" },
				"runId": { "type": "string" },
				"agentId": { "type": "string" },
				"sessionId": { "type": "string" },
				"attempt": { "type": "integer" },
				"startedAt": {
					"type": "string",
					"format": "date-time"
				},
				"endedAt": {
					"type": "string",
					"format": "date-time"
				},
				"status": { "enum": [
					"running",
					"completed",
					"failed",
					"expired"
				] },
				"artifactPaths": {
					"type": "array",
					"items": { "type": "string" }
				},
				"resultRef": { "type": "string" }
			},
			"additionalProperties": false
		},
		"TokenBudget": {
			"type": "object",
			"required": [
				"method",
				"total",
				"limit",
				"sections"
			],
			"properties": {
				"method": { "type": "string" },
				"total": { "type": "integer" },
				"limit": { "type": "integer" },
				"sections": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"name",
							"tokens",
							"budget"
						],
						"properties": {
							"name": { "type": "string" },
							"tokens": { "type": "integer" },
							"budget": { "type": "integer" }
						},
						"additionalProperties": false
					}
				}
			},
			"additionalProperties": false
		},
		"Handoff": {
			"type": "object",
			"required": ["path", "markdown"],
			"properties": {
				"path": { "type": "string" },
				"markdown": { "type": "string" },
				"document": { "type": "object" },
				"tokens": { "$ref": "#/$defs/TokenBudget" }
			},
			"additionalProperties": false
		},
		"Output": {
			"type": "object",
			"required": ["path", "sizeBytes"],
			"properties": {
				"path": { "type": "string" },
				"sizeBytes": { "type": "integer" },
				"answer": {
					"type": "object",
					"required": [
						"status",
						"summary",
						"detailsFile"
					],
					"properties": {
						"status": { "type": "string" },
						"summary": {
							"type": "array",
							"items": { "type": "string" }
						},
						"detailsFile": { "type": ["string", "null"] }
					},
					"additionalProperties": false
				}
			},
			"additionalProperties": false
		},
		"AuditEntry": {
			"type": "object",
			"required": [
				"ref",
				"seq",
				"kind",
				"timestamp",
				"verified"
			],
			"properties": {
				"ref": { "type": "string" },
				"seq": { "type": "integer" },
				"handoffId": { "type": "string" },
				"kind": { "type": "string" },
				"accepted": { "type": "boolean" },
				"code": { "type": "string" },
				"timestamp": {
					"type": "string",
					"format": "date-time"
				},
				"verified": { "type": "boolean" },
				"traceId": { "type": "string" },
				"from": { "type": "string" },
				"to": { "type": "string" },
				"reason": { "type": "string" }
			},
			"additionalProperties": false
		},
		"AuditEntries": {
			"type": "object",
			"required": ["entries"],
			"properties": { "entries": {
				"type": "array",
				"items": { "$ref": "#/$defs/AuditEntry" }
			} },
			"additionalProperties": false
		},
		"TaskDetail": {
			"type": "object",
			"required": [
				"card",
				"entry",
				"body",
				"runs",
				"events",
				"earlierEvents",
				"outputs",
				"audit",
				"children",
				"text",
				"messages",
				"cost"
			],
			"properties": {
				"card": { "$ref": "#/$defs/TaskCard" },
				"entry": { "type": "object" },
				"body": { "type": "string" },
				"runs": {
					"type": "array",
					"items": { "$ref": "#/$defs/Run" }
				},
				"events": {
					"type": "array",
					"items": { "$ref": "#/$defs/PlaneEvent" }
				},
				"earlierEvents": { "type": "integer" },
				"handoff": { "$ref": "#/$defs/Handoff" },
				"outputs": {
					"type": "array",
					"items": { "$ref": "#/$defs/Output" }
				},
				"audit": {
					"type": "array",
					"items": { "$ref": "#/$defs/AuditEntry" }
				},
				"parent": { "$ref": "#/$defs/TaskCard" },
				"children": {
					"type": "array",
					"items": { "$ref": "#/$defs/TaskCard" }
				},
				"text": { "type": "string" },
				"messages": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"path",
							"type",
							"from",
							"to",
							"sentAt",
							"text"
						],
						"properties": {
							"path": { "type": "string" },
							"type": { "type": "string" },
							"from": { "type": "string" },
							"to": { "type": "string" },
							"sentAt": { "type": "string" },
							"text": { "type": "string" }
						},
						"additionalProperties": false
					}
				},
				"cost": {
					"type": "object",
					"required": [
						"method",
						"text",
						"workLog",
						"handoff",
						"outputs"
					],
					"properties": {
						"method": { "type": "string" },
						"text": { "type": "integer" },
						"workLog": { "type": "integer" },
						"handoff": { "type": "integer" },
						"outputs": { "type": "integer" },
						"reported": { "type": "integer" }
					},
					"additionalProperties": false
				}
			},
			"additionalProperties": false
		},
		"ChangedTask": {
			"type": "object",
			"required": ["task"],
			"properties": { "task": { "$ref": "#/$defs/TaskCard" } },
			"additionalProperties": false
		},
		"Traces": {
			"type": "object",
			"required": ["traces"],
			"properties": { "traces": {
				"type": "array",
				"items": {
					"type": "object",
					"required": [
						"id",
						"title",
						"startedAt",
						"updatedAt",
						"tasks",
						"open",
						"agents"
					],
					"properties": {
						"id": { "type": "string" },
						"title": { "type": "string" },
						"updatedAt": {
							"type": "string",
							"format": "date-time"
						},
						"tasks": { "type": "integer" },
						"startedAt": {
							"type": "string",
							"format": "date-time"
						},
						"open": { "type": "integer" },
						"agents": {
							"type": "array",
							"items": { "type": "string" }
						}
					},
					"additionalProperties": false
				}
			} },
			"additionalProperties": false
		},
		"Trace": {
			"type": "object",
			"required": [
				"id",
				"events",
				"skipped"
			],
			"properties": {
				"id": { "type": "string" },
				"skipped": { "type": "integer" },
				"events": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"timestamp",
							"source",
							"type",
							"details"
						],
						"properties": {
							"timestamp": { "type": "string" },
							"source": { "type": "string" },
							"type": { "type": "string" },
							"actor": { "type": "string" },
							"taskId": { "type": "string" },
							"durationMs": { "type": "number" },
							"details": { "type": "object" }
						},
						"additionalProperties": false
					}
				}
			},
			"additionalProperties": false
		},
		"Governance": {
			"type": "object",
			"required": [
				"agents",
				"edges",
				"audit",
				"problems",
				"entries",
				"blocks"
			],
			"properties": {
				"agents": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"id",
							"name",
							"type",
							"isBlocked",
							"isHeld",
							"isVerified"
						],
						"properties": {
							"id": { "type": "string" },
							"name": { "type": "string" },
							"type": { "type": "string" },
							"isBlocked": { "type": "boolean" },
							"isHeld": { "type": "boolean" },
							"isVerified": { "type": "boolean" }
						}
					}
				},
				"edges": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"from",
							"to",
							"why"
						],
						"properties": {
							"from": { "type": "string" },
							"to": { "type": "string" },
							"why": { "type": "string" }
						},
						"additionalProperties": false
					}
				},
				"audit": {
					"type": "object",
					"required": ["ok", "entries"],
					"properties": {
						"ok": { "type": "boolean" },
						"entries": { "type": "integer" },
						"brokenAt": { "type": "string" }
					},
					"additionalProperties": false
				},
				"problems": {
					"type": "array",
					"items": { "type": "string" }
				},
				"entries": {
					"type": "array",
					"items": { "$ref": "#/$defs/AuditEntry" }
				},
				"blocks": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"agent",
							"kind",
							"reason",
							"at",
							"ref"
						],
						"properties": {
							"agent": { "type": "string" },
							"kind": { "enum": ["blocked", "held"] },
							"reason": { "type": "string" },
							"at": { "type": "string" },
							"ref": { "type": "string" }
						},
						"additionalProperties": false
					}
				}
			},
			"additionalProperties": false
		},
		"Findings": {
			"type": "object",
			"required": ["findings", "scanned"],
			"properties": {
				"scanned": { "type": "integer" },
				"findings": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"rule",
							"kind",
							"severity",
							"line",
							"column",
							"excerpt",
							"message",
							"hint"
						],
						"properties": {
							"rule": { "type": "string" },
							"kind": { "type": "string" },
							"severity": { "enum": [
								"error",
								"warning",
								"note"
							] },
							"file": { "type": "string" },
							"line": { "type": "integer" },
							"column": { "type": "integer" },
							"endLine": { "type": "integer" },
							"endColumn": { "type": "integer" },
							"excerpt": { "type": "string" },
							"message": { "type": "string" },
							"hint": { "type": "string" }
						}
					}
				}
			},
			"additionalProperties": false
		},
		"Routed": {
			"type": "object",
			"required": ["routed"],
			"properties": {
				"routed": { "type": "boolean" },
				"type": { "type": "string" },
				"result": { "type": "object" }
			},
			"additionalProperties": false
		},
		"Health": {
			"type": "object",
			"required": ["status"],
			"properties": {
				"status": { "type": "string" },
				"version": { "type": "string" },
				"reason": { "type": "string" },
				"store": {
					"type": "object",
					"required": ["state"],
					"properties": {
						"state": { "enum": ["ok", "away"] },
						"since": { "type": "string" },
						"code": { "type": "string" },
						"reason": { "type": "string" }
					},
					"additionalProperties": false
				}
			},
			"additionalProperties": false
		},
		"Project": {
			"type": ["object", "null"],
			"required": [
				"name",
				"context",
				"mode",
				"health",
				"files",
				"claims",
				"scenarios",
				"method"
			],
			"properties": {
				"name": { "type": "string" },
				"context": { "type": "string" },
				"mode": { "type": "string" },
				"method": { "type": "string" },
				"lock": {
					"type": "object",
					"required": [
						"agent",
						"started",
						"isAlive"
					],
					"properties": {
						"agent": { "type": "string" },
						"started": { "type": "string" },
						"isAlive": { "type": "boolean" }
					},
					"additionalProperties": false
				},
				"health": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"step",
							"question",
							"result",
							"ok"
						],
						"properties": {
							"step": { "type": "integer" },
							"question": { "type": "string" },
							"result": { "type": "string" },
							"ok": { "type": "boolean" }
						},
						"additionalProperties": false
					}
				},
				"files": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"name",
							"trust",
							"tokens",
							"summary",
							"sections"
						],
						"properties": {
							"name": { "type": "string" },
							"trust": { "enum": [
								"Verified",
								"Assumed",
								"Unknown"
							] },
							"tokens": { "type": "integer" },
							"updated": { "type": "string" },
							"summary": { "type": "string" },
							"sections": {
								"type": "array",
								"items": {
									"type": "object",
									"required": ["name", "tokens"],
									"properties": {
										"name": { "type": "string" },
										"tokens": { "type": "integer" }
									},
									"additionalProperties": false
								}
							}
						},
						"additionalProperties": false
					}
				},
				"claims": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"property",
							"status",
							"effective",
							"expired"
						],
						"properties": {
							"property": { "type": "string" },
							"status": { "type": "string" },
							"effective": { "type": "string" },
							"expired": { "type": "boolean" },
							"expires": { "type": "string" }
						},
						"additionalProperties": false
					}
				},
				"scenarios": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"name",
							"full",
							"layered",
							"savings"
						],
						"properties": {
							"name": { "type": "string" },
							"full": { "type": "integer" },
							"layered": { "type": "integer" },
							"savings": { "type": "number" }
						},
						"additionalProperties": false
					}
				}
			},
			"additionalProperties": false
		},
		"ProjectText": {
			"type": "object",
			"required": [
				"file",
				"section",
				"trust",
				"tokens",
				"text"
			],
			"properties": {
				"file": { "type": "string" },
				"section": { "type": ["string", "null"] },
				"trust": { "enum": [
					"Verified",
					"Assumed",
					"Unknown"
				] },
				"tokens": { "type": "integer" },
				"text": { "type": "string" }
			},
			"additionalProperties": false
		},
		"HostEvent": {
			"type": "object",
			"required": [
				"event",
				"routed",
				"taskId"
			],
			"properties": {
				"event": { "enum": ["message_received", "session_end"] },
				"routed": { "type": ["object", "null"] },
				"taskId": { "type": ["string", "null"] }
			},
			"additionalProperties": false
		},
		"Login": {
			"type": "object",
			"required": ["token"],
			"properties": { "token": { "type": "string" } }
		},
		"Fleet": {
			"type": "object",
			"required": [
				"store",
				"version",
				"server",
				"leader",
				"machines",
				"outbox",
				"unnumbered",
				"lagSeconds",
				"connections",
				"running"
			],
			"properties": {
				"store": { "enum": ["files", "postgres"] },
				"version": { "type": "string" },
				"server": { "anyOf": [{
					"type": "object",
					"required": [
						"software",
						"schema",
						"wanted"
					],
					"properties": {
						"software": { "type": "string" },
						"schema": { "type": "integer" },
						"wanted": { "type": "integer" }
					},
					"additionalProperties": false
				}, { "type": "null" }] },
				"leader": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
				"machines": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"name",
							"pid",
							"alive",
							"leads",
							"lastSeen",
							"version",
							"skewMs",
							"agents",
							"runs",
							"notifies"
						],
						"properties": {
							"name": { "type": "string" },
							"pid": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
							"alive": { "type": "boolean" },
							"leads": { "type": "boolean" },
							"lastSeen": { "type": "string" },
							"version": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
							"skewMs": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
							"agents": {
								"type": "array",
								"items": {
									"type": "object",
									"required": [
										"id",
										"executor",
										"slots",
										"taken"
									],
									"properties": {
										"id": { "type": "string" },
										"executor": { "type": "string" },
										"slots": { "type": "integer" },
										"taken": { "type": "integer" }
									},
									"additionalProperties": false
								}
							},
							"runs": {
								"type": "array",
								"items": {
									"type": "object",
									"required": [
										"run",
										"task",
										"agent"
									],
									"properties": {
										"run": { "type": "string" },
										"task": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
										"agent": { "anyOf": [{ "type": "string" }, { "type": "null" }] }
									},
									"additionalProperties": false
								}
							},
							"notifies": { "type": "boolean" }
						},
						"additionalProperties": false
					}
				},
				"outbox": { "type": "integer" },
				"unnumbered": { "type": "integer" },
				"lagSeconds": { "type": "integer" },
				"connections": { "anyOf": [{
					"type": "object",
					"required": [
						"own",
						"all",
						"max"
					],
					"properties": {
						"own": { "type": "integer" },
						"all": { "type": "integer" },
						"max": { "type": "integer" }
					},
					"additionalProperties": false
				}, { "type": "null" }] },
				"running": { "type": "integer" }
			},
			"additionalProperties": false
		},
		"PersonMove": {
			"type": "object",
			"required": ["how"],
			"properties": {
				"how": { "enum": [
					"move",
					"rework",
					"stop",
					"refused"
				] },
				"reason": { "enum": [
					"none",
					"optional",
					"required"
				] },
				"why": { "type": "string" }
			},
			"additionalProperties": false
		},
		"Agents": {
			"type": "object",
			"required": ["agents"],
			"properties": { "agents": {
				"type": "array",
				"items": {
					"type": "object",
					"required": [
						"id",
						"executor",
						"slots",
						"running",
						"waiting",
						"done",
						"failed"
					],
					"properties": {
						"id": { "type": "string" },
						"role": { "type": "string" },
						"team": { "type": "string" },
						"executor": { "type": "string" },
						"slots": { "type": "integer" },
						"running": {
							"type": "array",
							"items": { "$ref": "#/$defs/TaskCard" }
						},
						"waiting": { "type": "integer" },
						"done": { "type": "integer" },
						"failed": { "type": "integer" },
						"medianMs": { "type": "number" },
						"lastSeen": {
							"type": "string",
							"format": "date-time"
						}
					},
					"additionalProperties": false
				}
			} },
			"additionalProperties": false
		},
		"Statistics": {
			"type": "object",
			"required": ["days", "total"],
			"properties": {
				"days": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"day",
							"created",
							"done",
							"failed"
						],
						"properties": {
							"day": { "type": "string" },
							"created": { "type": "integer" },
							"done": { "type": "integer" },
							"failed": { "type": "integer" },
							"medianMs": { "type": "number" },
							"p90Ms": { "type": "number" }
						},
						"additionalProperties": false
					}
				},
				"total": {
					"type": "object",
					"required": ["done", "failed"],
					"properties": {
						"done": { "type": "integer" },
						"failed": { "type": "integer" },
						"medianMs": { "type": "number" },
						"p90Ms": { "type": "number" }
					},
					"additionalProperties": false
				}
			},
			"additionalProperties": false
		},
		"SearchResult": {
			"type": "object",
			"required": ["hits", "isCut"],
			"properties": {
				"hits": {
					"type": "array",
					"items": {
						"type": "object",
						"required": [
							"kind",
							"title",
							"excerpt"
						],
						"properties": {
							"kind": { "enum": [
								"task",
								"output",
								"project"
							] },
							"taskId": { "type": "string" },
							"title": { "type": "string" },
							"path": { "type": "string" },
							"status": { "$ref": "#/$defs/TaskStatus" },
							"excerpt": { "type": "string" }
						},
						"additionalProperties": false
					}
				},
				"isCut": { "type": "boolean" }
			},
			"additionalProperties": false
		},
		"Commits": {
			"type": "object",
			"required": ["commits"],
			"properties": { "commits": {
				"type": "array",
				"items": {
					"type": "object",
					"required": [
						"commit",
						"subject",
						"author",
						"at",
						"files",
						"diff",
						"isCut"
					],
					"properties": {
						"commit": { "type": "string" },
						"subject": { "type": "string" },
						"author": { "type": "string" },
						"at": {
							"type": "string",
							"format": "date-time"
						},
						"files": {
							"type": "array",
							"items": {
								"type": "object",
								"required": [
									"path",
									"added",
									"removed"
								],
								"properties": {
									"path": { "type": "string" },
									"added": { "type": "integer" },
									"removed": { "type": "integer" }
								},
								"additionalProperties": false
							}
						},
						"diff": { "type": "string" },
						"isCut": { "type": "boolean" }
					},
					"additionalProperties": false
				}
			} },
			"additionalProperties": false
		},
		"AuditProof": { "type": "object" }
	}
};

export { schema, schemaHash, validate };