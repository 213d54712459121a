import type { World } from '../context.ts'

/** The sites that may show the page of applications inside theirs; none while the database does not answer. */
export async function embedOrigins({ organisation, log }: World): Promise<string[]> {
  try {
    return (await organisation.setting('applicationsEmbedOrigins')).split(',').filter(Boolean)
  } catch (error) {
    log.warn({ err: error }, 'the sites that may show the page of applications are not known')
    return []
  }
}
