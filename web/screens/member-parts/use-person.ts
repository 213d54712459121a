import { api, isApiError, isTimedOut } from '../../api/client.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { toast } from '../../ui/toast.ts'

/** Fills a new member's form with what is already known of a person, who is then not registered again. */
export function usePerson(form: FormControls): (personId: string) => Promise<void> {
  return async (personId) => {
    try {
      const person = await api.read('people', personId)
      if (person === null || isTimedOut(person)) return
      const known = Object.entries(person).filter(
        ([name, value]) => form.fields[name] !== undefined && !form.fields[name].readOnly && value !== null,
      )
      form.setMany({ ...Object.fromEntries(known), personId: person._id })
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível carregar a pessoa.', { tone: 'error' })
    }
  }
}
