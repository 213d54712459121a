import { writingOrder } from '@agremia/resources/settings/needed-settings.ts'
import { hasOwnSign } from '../../api/api-error.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { noAnswer } from '../form/save-record.ts'

/** A setting as somebody writes it, and the version that they write over. */
export interface Written {
  value: string
  over: number | undefined
}

/** The outcome of saving settings together. Those neither in `problems` nor in `saved` are still to be saved. */
export interface Kept {
  /** What is wrong with a value, by the name of its setting. */
  problems: Record<string, string>
  /** Why the save failed whatever the values. */
  failure: string | undefined
  saved: readonly string[]
  /** As they are on the server now, of those that it told. */
  versions: Record<string, number>
}

const changedMeanwhile =
  'Outra pessoa alterou este valor entretanto. Guarde de novo para ficar com o seu, ou descarte para ver o dela.'

/** Keeps settings that are saved together: if one is wrong, none is changed. */
export async function keepSettings(sent: Record<string, Written>): Promise<Kept> {
  const kept: Kept & { saved: string[] } = { ...(await judged(sent)), saved: [], versions: {} }
  if (kept.failure !== undefined || Object.keys(kept.problems).length > 0) return kept
  const values = Object.fromEntries(Object.entries(sent).map(([name, { value }]) => [name, value]))
  for (const name of writingOrder(values)) {
    const written = sent[name]
    if (!written) continue
    const { problem, failure, version, isSaved } = await keep(name, written)
    if (problem !== undefined) kept.problems[name] = problem
    kept.failure ??= failure
    if (version !== undefined) kept.versions[name] = version
    if (isSaved) kept.saved.push(name)
  }
  return kept
}

interface Outcome {
  problem?: string | undefined
  failure?: string | undefined
  version?: number | undefined
  isSaved?: boolean
}

async function keep(name: string, { value, over }: Written): Promise<Outcome> {
  try {
    const record = await api.modify('settings', name, {
      value,
      ...(over !== undefined && { _version: over }),
    })
    return isTimedOut(record) ? { failure: noAnswer } : { isSaved: true, version: record._version }
  } catch (error) {
    const newer = isApiError(error) && error.status === 409 ? versionOf(error.data) : undefined
    return newer === undefined ? refusalIn(error) : { problem: changedMeanwhile, version: newer }
  }
}

/** What the server would refuse of some settings, by name; nothing is written. Throws what `api.validate` throws. */
export async function judgeSettings(
  written: Record<string, string>,
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  const judged = Object.entries(written).map(async ([name, value]) => {
    const errors = await api.validate('settings', { name, value }, signal)
    return [name, isTimedOut(errors) ? undefined : errors.value?.join(' ')] as const
  })
  return Object.fromEntries(
    (await Promise.all(judged)).flatMap(([name, said]) => (said === undefined ? [] : [[name, said]])),
  )
}

/** Several settings are judged before the first is written; a single one is judged by its write. */
async function judged(sent: Record<string, Written>): Promise<Pick<Kept, 'problems' | 'failure'>> {
  if (Object.keys(sent).length < 2) return { problems: {}, failure: undefined }
  const values = Object.entries(sent).map(([name, { value }]) => [name, value])
  try {
    return { problems: await judgeSettings(Object.fromEntries(values)), failure: undefined }
  } catch (error) {
    return { problems: {}, failure: refusalIn(error).failure }
  }
}

/** A refusal is of the value where the server says so; any other is of the save. Lost contact has its own sign. */
function refusalIn(error: unknown): Pick<Outcome, 'problem' | 'failure'> {
  if (!isApiError(error)) return { failure: 'Ocorreu um erro inesperado.' }
  const problem = error.errors?.value?.join(' ')
  if (problem !== undefined) return { problem }
  return hasOwnSign(error) ? {} : { failure: error.message }
}

function versionOf(data: unknown): number | undefined {
  const { _version } = (data ?? {}) as { _version?: unknown }
  return typeof _version === 'number' ? _version : undefined
}
