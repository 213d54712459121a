import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import MagicString from 'magic-string'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative, dirname } from 'node:path'
const root=process.argv[2]+'/'
const list=process.argv.slice(3) // file#name
const by={}
for(const x of list){const [f,n]=x.split('#');(by[f]??=[]).push(n)}
for(const [f,names] of Object.entries(by)){
  const src=readFileSync(root+f,'utf8'); const {program}=parseSync(f,src); const ms=new MagicString(src)
  const found=new Set()
  const conv=(node,params=[])=>{
    // convert outermost template/literal values in node
    const go=n=>{
      if(!n||typeof n!=='object')return
      if(Array.isArray(n))return n.forEach(go)
      if(n.type==='TaggedTemplateExpression')return
      if(n.type==='TemplateLiteral'){
        ms.appendLeft(n.start,'sql')
        for(const e of n.expressions)if(e.type==='Identifier'&&params.includes(e.name)){ms.appendLeft(e.start,'raw(');ms.appendRight(e.end,')')}
        return
      }
      if(n.type==='Literal'&&typeof n.value==='string'){ms.overwrite(n.start,n.end,'sql`'+n.value+'`');return}
      if(n.type==='CallExpression'||n.type==='BinaryExpression')return
      for(const k of Object.keys(n))if(!['type','start','end','typeAnnotation','returnType','params','key','test'].includes(k))go(n[k])
    }
    go(node)
  }
  walk(program,{enter(n){
    if(n.type==='VariableDeclarator'&&names.includes(n.id.name)){found.add(n.id.name)
      const p=n.init.type.endsWith('FunctionExpression')?n.init.params.map(x=>x.name):[]
      conv(n.init,p)}
    if(n.type==='FunctionDeclaration'&&names.includes(n.id.name)){found.add(n.id.name);conv(n.body,n.params.map(x=>x.name))}
  }})
  for(const n of names)if(!found.has(n))console.log('not found',f,n)
  const out=ms.toString()
  const need=['sql',...(out.includes('raw(')?['raw']:[])]
  let res=out
  const imp=/import \{ ([\w, ]*) \} from '([./\w]*database\/sql\.ts)'/
  if(imp.test(res))res=res.replace(imp,(_,a,b)=>`import { ${[...new Set([...a.split(', '),...need])].join(', ')} } from '${b}'`)
  else{const rel=(p=>p.startsWith('.')?p:'./'+p)(relative(dirname(f),'server/database/sql.ts'));const m=/^import /m.exec(res);const at=m?m.index:0;res=res.slice(0,at)+`import { ${need.join(', ')} } from '${rel}'\n`+(m?'':'\n')+res.slice(at)}
  writeFileSync(root+f,res)
}
