import { counted } from '@agremia/resources/rules/plural.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors } from '../../api/client.ts'
import { faceOf } from '../../fields/index.ts'
import { useTerminology } from '../../api/queries.ts'
import { AudienceBox, ChosenOnes } from '../messages/index.ts'
import type { IssueChoice } from './issue-run.ts'
import classes from '../../ui/chosen-run.module.css'

interface IssueFormProps {
  fields: FieldMap
  choice: IssueChoice
  /** How many were chosen in a list. */
  chosen: number | undefined
  errors: FieldErrors | undefined
  onChange: (choice: IssueChoice) => void
}

const asked = ['kind', 'type', 'needsPhoto', 'templateId', 'validUntil'] as const

/** For whom and how: each question as the resource describes it. */
export function IssueForm({ fields, choice, chosen, errors, onChange }: IssueFormProps) {
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <form className={classes.form} aria-label="O que emitir" onSubmit={(event) => event.preventDefault()}>
      {choice.audience !== null && chosen !== undefined && (
        <AudienceBox label={fields.audience?.label ?? ''} error={errors?.audience?.join(' ')}>
          <ChosenOnes other="Todos" onChange={() => onChange({ ...choice, audience: null })}>
            {counted(chosen, memberSingular, memberPlural)} da seleção
          </ChosenOnes>
        </AudienceBox>
      )}
      {asked.map((name) => {
        const field = fields[name]
        if (!field) return null
        const { Input } = faceOf(field)
        return (
          <Input
            key={name}
            id={`issue-${name}`}
            field={field}
            value={choice[name]}
            record={{}}
            error={errors?.[name]?.join(' ')}
            onChange={(value) => onChange({ ...choice, [name]: value })}
          />
        )
      })}
      <p className={classes.note}>
        Quem já tem um cartão que serve não recebe outro: pode repetir sem receio. Os cartões ficam por
        imprimir; os digitais valem logo.
      </p>
    </form>
  )
}
