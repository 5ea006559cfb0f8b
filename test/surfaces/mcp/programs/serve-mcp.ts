/** Serves the MCP endpoint of a project over HTTP, as the daemon mounts it; the address is its first line. */
import { createServer } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { composePlatform } from '../../../../src/compose.ts';
import { createMcpEndpoint } from '../../../../src/surfaces/mcp/index.ts';

const folder = process.argv[2] ?? process.cwd();
const endpoint = createMcpEndpoint(
  async (work) => {
    const platform = await composePlatform({ folder, environment: process.env });
    try {
      return await work(platform);
    } finally {
      await platform.close();
    }
  },
  { remark: () => undefined },
);
const server = createServer((request, response) => {
  const isLocal =
    validateHostHeader(request.headers.host, localhostAllowedHostnames()).ok &&
    validateOriginHeader(request.headers.origin, localhostAllowedOrigins()).ok;
  if (!isLocal) {
    response.writeHead(403).end();
    return;
  }
  void endpoint.handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`);
});
