import { saveOrder } from '@agremia/resources/settings/needed-settings.ts'
import { isShownGlobally } from '../../api/api-error.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { noAnswer } from '../form/save-record.ts'

/** A changed setting, and the version that it was read in. */
export interface ChangedSetting {
  value: string
  over: number | undefined
}

/** Result of saving settings together. Those neither in `problems` nor in `saved` remain unsaved. */
export interface SaveResult {
  /** Errors by setting. */
  problems: Record<string, string>
  /** Why the whole save failed. */
  failure: string | undefined
  saved: readonly string[]
  /** Current versions on the server, where known. */
  versions: Record<string, number>
}

const changedMeanwhile =
  'Outra pessoa alterou este valor entretanto. Guarde de novo para ficar com o seu, ou descarte para ver o dela.'

/** Saves settings together: validates them first, and saves none if one is invalid. */
export async function saveSettings(sent: Record<string, ChangedSetting>): Promise<SaveResult> {
  const result: SaveResult & { saved: string[] } = { ...(await validateAll(sent)), saved: [], versions: {} }
  if (result.failure !== undefined || Object.keys(result.problems).length > 0) return result
  const values = Object.fromEntries(Object.entries(sent).map(([name, { value }]) => [name, value]))
  for (const name of saveOrder(values)) {
    const changed = sent[name]
    if (!changed) continue
    const { problem, failure, version, isSaved } = await saveSetting(name, changed)
    if (problem !== undefined) result.problems[name] = problem
    result.failure ??= failure
    if (version !== undefined) result.versions[name] = version
    if (isSaved) result.saved.push(name)
  }
  return result
}

interface Outcome {
  problem?: string | undefined
  failure?: string | undefined
  version?: number | undefined
  isSaved?: boolean
}

async function saveSetting(name: string, { value, over }: ChangedSetting): Promise<Outcome> {
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

/** Validates settings on the server without saving. Returns the errors by name; throws like `api.validate`. */
export async function validateSettings(
  changed: Record<string, string>,
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  const validateAll = Object.entries(changed).map(async ([name, value]) => {
    const errors = await api.validate('settings', { name, value }, signal)
    return [name, isTimedOut(errors) ? undefined : errors.value?.join(' ')] as const
  })
  return Object.fromEntries(
    (await Promise.all(validateAll)).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, message]],
    ),
  )
}

/** Validates several settings before the first write; a single one is validated by its write. */
async function validateAll(
  sent: Record<string, ChangedSetting>,
): Promise<Pick<SaveResult, 'problems' | 'failure'>> {
  if (Object.keys(sent).length < 2) return { problems: {}, failure: undefined }
  const values = Object.entries(sent).map(([name, { value }]) => [name, value])
  try {
    return { problems: await validateSettings(Object.fromEntries(values)), failure: undefined }
  } catch (error) {
    return { problems: {}, failure: refusalIn(error).failure }
  }
}

/** A value's error, or else the failure of the save; neither for lost contact, which has its own overlay. */
function refusalIn(error: unknown): Pick<Outcome, 'problem' | 'failure'> {
  if (!isApiError(error)) return { failure: 'Ocorreu um erro inesperado.' }
  const problem = error.errors?.value?.join(' ')
  if (problem !== undefined) return { problem }
  return isShownGlobally(error) ? {} : { failure: error.message }
}

function versionOf(data: unknown): number | undefined {
  const { _version } = (data ?? {}) as { _version?: unknown }
  return typeof _version === 'number' ? _version : undefined
}
