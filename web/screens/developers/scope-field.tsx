import { Checkbox } from '@mantine/core'
import { scopedResources } from '@agremia/resources/api-scopes.ts'
import { useExplainer } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import data from '../../ui/data-table.module.css'
import classes from './developers.module.css'

const verbs = { read: 'Ler', write: 'Escrever' } as const

/** What a secret may do: a box for each resource and verb. */
export function ScopeField({ form, readOnly }: { form: FormControls; readOnly: boolean }) {
  const explainer = useExplainer()
  const granted = new Set(plainText(form.values['scopes']).split(' ').filter(Boolean))
  const change = (scope: string, isGranted: boolean) => {
    const scopes = isGranted ? granted.union(new Set([scope])) : granted.difference(new Set([scope]))
    form.set('scopes', [...scopes].toSorted().join(' '))
  }
  const resources = scopedResources()
    .map((resource) => ({
      ...resource,
      label: explainer?.resources[resource.name]?.label.many ?? resource.path,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt'))
  return (
    <section className={classes.scopes} aria-labelledby="scopes">
      <h2 id="scopes">Permissões</h2>
      <p className={classes.note}>
        O programa faz o que um editor faria, e só com o que estiver marcado. «Escrever» inclui criar,
        alterar, eliminar e as ações.
      </p>
      <div className={classes.scroller}>
        <table className={`${data.table} ${classes.table}`} aria-labelledby="scopes">
          <thead>
            <tr>
              <th scope="col">O quê</th>
              {Object.values(verbs).map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {resources.map(({ path, label, verbs: offered }) => (
              <tr key={path}>
                <th scope="row">
                  {label} <code className={classes.path}>{path}</code>
                </th>
                {(['read', 'write'] as const).map((verb) => (
                  <td key={verb}>
                    {offered.includes(verb) && (
                      <Checkbox
                        aria-label={`${verbs[verb]}: ${label}`}
                        checked={granted.has(`${path}:${verb}`)}
                        disabled={readOnly}
                        onChange={(event) => change(`${path}:${verb}`, event.currentTarget.checked)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
