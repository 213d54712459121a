import type { FastifyReply } from 'fastify'
import { notFound } from '../errors.ts'
import type { FilePlace } from '../files/index.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import { fileOf, linkQuery } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { pdfFileName } from './document.ts'
import type { World } from '../rest/modules.ts'

/** A request by a signed link to a document. */
export interface DocumentLink<Params = { id: string; variant: string }> {
  Params: Params
  Querystring: { e?: string; s?: string }
}

/** Options of the route of a signed link to a document: the link is the credential. */
export function linkOptions(api: Pick<Api, 'name' | 'summary' | 'tag' | 'params'>) {
  const answers = { 200: fileOf('application/pdf') }
  return {
    config: { open: true, api: { ...api, query: linkQuery, answers } satisfies Api },
    exposeHeadRoute: false,
  }
}

type LinkContext = Pick<World, 'keys' | 'clock'>

/** A signed link to a document, since browser navigation sends no credentials. The caller has checked access. */
export async function documentLink(
  { keys, clock }: LinkContext,
  path: string,
  place: FilePlace,
): Promise<string> {
  return signedUrl(keys.signing('documents'), place, clock(), { path: `/api${path}` })
}

/** Throws 404 unless the link is signed for this document and has not expired. */
export async function checkDocumentLink(
  { keys, clock }: LinkContext,
  query: DocumentLink['Querystring'],
  place: FilePlace,
): Promise<void> {
  if (linkSeconds(keys.signing('documents'), place, query, clock()) === 0) throw notFound()
}

/** Sets the headers of a PDF that the browser shows under this name. It is not cached, because it has personal data. */
export function asPdf(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${pdfFileName(name)}"`)
}
