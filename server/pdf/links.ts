import type { FastifyReply } from 'fastify'
import type { World } from '../context.ts'
import { notFound } from '../errors.ts'
import type { FilePlace } from '../files/index.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import { pdfFileName } from './document.ts'

/** A request by a signed link to a document. */
export interface DocumentLink<Params = { id: string; variant: string }> {
  Params: Params
  Querystring: { e?: string; s?: string }
}

/** Route options: the link is the credential. */
export const linkOptions = { config: { open: true }, exposeHeadRoute: false } as const

type LinkContext = Pick<World, 'secret' | 'clock'>

/** A signed link to a document, since browser navigation sends no credentials. The caller has checked access. */
export async function documentLink(
  { secret, clock }: LinkContext,
  path: string,
  place: FilePlace,
): Promise<string> {
  return signedUrl(await secret('documents'), place, clock(), `/api${path}`)
}

/** Throws 404 unless the link is signed for this document and has not expired. */
export async function checkDocumentLink(
  { secret, clock }: LinkContext,
  query: DocumentLink['Querystring'],
  place: FilePlace,
): Promise<void> {
  if (linkSeconds(await secret('documents'), place, query, clock()) === 0) throw notFound()
}

/** Sets the headers of a PDF that the browser shows under this name. It is not cached, because it has personal data. */
export function asPdf(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${pdfFileName(name)}"`)
}
