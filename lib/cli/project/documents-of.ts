import { type AggregateConfiguration, type OpenApi, openApiOf } from '../../apidocs';
import type { Container } from '../../core';
import { Application } from '../../rest';

/** The OpenAPI document of an application. */
export interface ProjectDocument {
  /** The name of the application, in snake_case. */
  readonly name: string;
  readonly document: OpenApi;
}

/** The OpenAPI documents of a container's applications with a domain model. Nothing is started. */
export async function documentsOf(container: Container): Promise<readonly ProjectDocument[]> {
  const documents: ProjectDocument[] = [];
  for (const application of container.inspect()) {
    if (!(application instanceof Application)) continue;
    const routes = await application.inspect();
    const document = openApiOf(application as Application<AggregateConfiguration>, routes);
    documents.push({ name: application.name, document });
  }
  return documents;
}
