import { Radio } from '@mantine/core'
import type { FormControls } from '../../resource/record-form.tsx'
import classes from './kind-field.module.css'

/** Chooses the kind of message; news require the recipient's consent. */
export function KindField({ form }: { form: FormControls }) {
  const field = form.fields.kind
  if (!field) return null
  return (
    <Radio.Group
      label={field.label}
      value={String(form.values.kind ?? '')}
      error={form.errorOf('kind')}
      onChange={(kind) => form.set('kind', kind)}
    >
      <div className={classes.kinds}>
        {field.options?.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} description={descriptions[value]} />
        ))}
      </div>
    </Radio.Group>
  )
}

const descriptions: Record<string, string> = {
  service: 'Faz parte de pertencer: convocatórias, avisos, mudanças. Chega a todos os que têm contacto.',
  news: 'Novidades e convites. Só chega a quem aceitou recebê-los, e leva uma ligação para deixar de os receber.',
}
