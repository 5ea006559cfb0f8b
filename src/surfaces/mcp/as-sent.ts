import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../kernel/json.ts';

/** A result as it goes over the wire: structured, and the same as text for clients that read only that. */
export const asSent = (value: JsonObject): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});
