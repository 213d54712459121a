import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import type { Category } from './plans.ts'
import classes from './plans-settings.module.css'

/** Categories by name; each opens, to decide there whether it pays and by which plan. */
export function CategoryNames({ categories }: { categories: readonly Category[] }) {
  const [edited, setEdited] = useState<Category>()
  return (
    <>
      {categories.map((category, index) => (
        <span key={category._id}>
          {index > 0 && ', '}
          <UnstyledButton className={classes.category} onClick={() => setEdited(category)}>
            {category.name}
          </UnstyledButton>
        </span>
      ))}
      {edited && (
        <RecordDialog
          resource="memberCategories"
          record={edited}
          omit={['order']}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
