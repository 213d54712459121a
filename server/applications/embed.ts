import type { World } from '../context.ts'

/** The origins that may embed the application form in a frame; none while the database is not reachable. */
export async function embedOrigins({ organisation, log }: World): Promise<string[]> {
  try {
    return (await organisation.setting('applicationsEmbedOrigins')).split(',').filter(Boolean)
  } catch (error) {
    log.warn({ err: error }, 'the sites that may show the page of applications are not known')
    return []
  }
}
