import { renderOpenApi } from '../openapi.ts';
import type { Route } from '../route.ts';
import { ANSWERS, type RouteContext } from './context.ts';
import { createMessageRoutes, createPersonRoutes } from './person-routes.ts';
import { createServiceRoutes } from './service-routes.ts';
import { createEvidenceRoutes, createInsightRoutes, createViewRoutes } from './view-routes.ts';
import { createTaskRoutes } from './task-routes.ts';

export type { RouteContext, RoutePlatform } from './context.ts';
export { METRICS } from './service-routes.ts';

/** The whole API, its description included. */
export function createRoutes(context: RouteContext): readonly Route[] {
  const routes = [
    ...createTaskRoutes(context),
    ...createPersonRoutes(context),
    ...createMessageRoutes(context),
    ...createViewRoutes(context),
    ...createInsightRoutes(context),
    ...createEvidenceRoutes(context),
    ...createServiceRoutes(context),
  ];
  const description: Route = {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    tag: 'service',
    response: { type: 'object' },
    form: 'bare',
    handle: async () => ({ kind: 'bare', json: renderOpenApi([...routes, description], ANSWERS) }),
  };
  return [...routes, description];
}
