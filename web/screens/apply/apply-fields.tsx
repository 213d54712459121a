import { faceOf } from '../../fields/index.ts'
import { fieldId } from '../../resource/form/field-id.ts'
import type { FormField } from './application-form.ts'
import type { ApplyControls } from './use-apply-form.ts'
import classes from './apply-form.module.css'

interface ApplyFieldsProps {
  controls: ApplyControls
  fields: readonly FormField[]
}

/** The inputs of one section, with `autocomplete` so that browsers can fill them in. */
export function ApplyFields({ controls, fields }: ApplyFieldsProps) {
  return (
    <div className={classes.grid}>
      {fields.map((field) => {
        const { Input } = faceOf(field)
        return (
          <div key={field.name} className={classes.field} data-span={field.span ?? 1}>
            <Input
              id={fieldId(controls.id, field.name)}
              field={field}
              value={controls.values[field.name]}
              record={controls.values}
              error={controls.errorOf(field.name)}
              autoComplete={purposeOf(field.name, controls.values.kind)}
              onChange={(value, companions) => controls.set(field.name, value, companions)}
              onBlur={() => controls.touch(field.name)}
            />
          </div>
        )
      })}
    </div>
  )
}

const purposes: Record<string, string> = {
  name: 'name',
  email: 'email',
  mobile: 'tel',
  birthDate: 'bday',
  address: 'street-address',
  postalCode: 'postal-code',
  city: 'address-level2',
  profession: 'organization-title',
}

function purposeOf(name: string, kind: unknown): string {
  if (name === 'name' && kind === 'legal') return 'organization'
  return purposes[name] ?? 'off'
}
