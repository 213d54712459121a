import { Checkbox } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useExplainer } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import data from '../../ui/data-table.module.css'
import { FormMessage } from '../../ui/form-message.tsx'
import classes from './developers.module.css'

interface GrantFieldProps {
  form: FormControls
  readOnly: boolean
  /** The field with the granted codes, separated by spaces. */
  name: string
  title: string
  note: ReactNode
  /** Verb → label of its column. */
  verbs: Readonly<Record<string, string>>
  /** Resources with the code of each verb that they offer. */
  resources: readonly { name: string; path: string; codes: Readonly<Record<string, string>> }[]
}

/** A table with a box for each resource and verb. */
export function GrantField({ form, readOnly, name, title, note, verbs, resources }: GrantFieldProps) {
  const id = useId()
  const explainer = useExplainer()
  const granted = new Set(plainText(form.values[name]).split(' ').filter(Boolean))
  const change = (code: string, isGranted: boolean) => {
    const codes = isGranted ? granted.union(new Set([code])) : granted.difference(new Set([code]))
    form.set(name, [...codes].toSorted().join(' '))
  }
  const rows = resources
    .map((resource) => ({
      ...resource,
      label: explainer?.resources[resource.name]?.label.many ?? resource.path,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt'))
  return (
    <section className={classes.grants} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.note}>{note}</div>
      <FormMessage>{form.errorOf(name)}</FormMessage>
      <div className={classes.scroller}>
        <table className={`${data.table} ${classes.table}`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">O quê</th>
              {Object.entries(verbs).map(([verb, label]) => (
                <th key={verb} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, label, codes }) => (
              <tr key={path}>
                <th scope="row">
                  {label} <code className={classes.path}>{path}</code>
                </th>
                {Object.entries(verbs).map(([verb, verbLabel]) => {
                  const code = codes[verb]
                  return (
                    <td key={verb}>
                      {code !== undefined && (
                        <Checkbox
                          aria-label={`${verbLabel}: ${label}`}
                          checked={granted.has(code)}
                          disabled={readOnly}
                          onChange={(event) => change(code, event.currentTarget.checked)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
