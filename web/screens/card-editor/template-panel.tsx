import { Checkbox, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { wordsOf } from '../../fields/words-of.ts'
import { FormField } from '../../resource/form/form-field.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { Card } from '../../ui/card.tsx'
import { MeasureInput } from './measure-input.tsx'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

interface TemplatePanelProps {
  form: FormControls
  controls: DrawingControls
}

/** What the template is called and whose it is, and how the card lies. */
export function TemplatePanel({ form, controls }: TemplatePanelProps) {
  const { name, active } = form.fields
  const { orientation, safeTenths } = controls.drawing
  return (
    <Card title="Modelo">
      <div className={classes.fields}>
        {name && <FormField form={form} field={name} readOnly={false} />}
        <SegmentedControl
          aria-label="Orientação"
          fullWidth
          data={[
            { value: 'landscape', label: 'Deitado' },
            { value: 'portrait', label: 'Ao alto' },
          ]}
          value={orientation}
          onChange={(next) => controls.turn(next === 'portrait' ? 'portrait' : 'landscape')}
        />
        <MeasureInput
          name="safe"
          label="Margem segura"
          unit="mm"
          value={safeTenths / 10}
          least={0}
          most={10}
          onChange={(safe) => controls.setSafe(Math.round(safe * 10))}
        />
        <Categories form={form} />
        {active && <FormField form={form} field={active} readOnly={false} />}
      </div>
    </Card>
  )
}

/** Members of these categories have this template; without any, it is everybody else's. */
function Categories({ form }: { form: FormControls }) {
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' })).data?.data ?? []
  const chosen = wordsOf(form.values.categoryIds)
  return (
    <Checkbox.Group
      label="Categorias"
      description="Sem nenhuma, é para quem não tem outro modelo pela categoria."
      value={chosen}
      onChange={(next) => form.set('categoryIds', next)}
    >
      <Stack gap="xs" mt="xs">
        {categories
          .filter(({ _id, active }) => active !== false || chosen.includes(_id))
          .map(({ _id, name }) => (
            <Checkbox key={_id} value={_id} label={String(name)} />
          ))}
      </Stack>
    </Checkbox.Group>
  )
}
