/** Words of ordinary English and Spanish, in lower case; a sample of what prose is made of, for finding what hides in it. */
export const ordinaryWords: readonly string[] = (
  'about above accept according account across action active actually adapt add address admit adult advice afraid after ' +
  'again against age ago agree ahead allow almost alone along already also although always among amount and angle animal ' +
  'another answer anything appear apple apply area arm around arrive article artist attack attempt attention author ' +
  'available avoid away baby back balance bank base battle beach bear beautiful because become before begin behind believe ' +
  'below benefit best better between beyond birthday black blood blow blue board body book border bottle bottom box branch ' +
  'bread break bridge bright bring broken brother brown budget build building business camera campaign capital captain ' +
  'capture car card career carry case catch cause center central certain chair challenge chance change chapter character ' +
  'charge check child choice choose church circle citizen city clean clear clever close clothes cloud coast coffee cold ' +
  'collect color come comfort command comment common company compare complete computer concept concern condition connect ' +
  'consider contain continue control cook copy corner correct cost could council count country couple course court cover ' +
  'create credit crisis culture current customer damage dance danger dark data daughter day dead deal decide decision deep ' +
  'defense degree deliver demand depend describe design desk detail develop device difference different difficult digital ' +
  'dinner direct discover discuss disease distance doctor document door double doubt down draw dream dress drink drive ' +
  'early earth east easy economy edge education effect effort eight either election empty encourage end enemy energy enjoy ' +
  'enough enter entire escape especially evening event every evidence exactly example except exchange exist expect ' +
  'experience explain express eye face fact fail fall family famous far farm fast father fear feature feel few field fight ' +
  'figure file fill final find fine finger finish fire first fish five flat floor flow flower follow food foot force ' +
  'foreign forest forget form forward four free fresh friend front fruit full function future game garden gather general ' +
  'gentle glass global goal gold good government grand great green ground group grow guess guide hair half hand happen ' +
  'happy hard have head health hear heart heat heavy help here high highway history hold home hope hospital hot hotel hour ' +
  'house however huge human hundred husband idea identify image imagine impact important improve include increase indeed ' +
  'indicate industry information inside instead interest island issue item itself join journey judge jump keep key kind ' +
  'kitchen knowledge lack land language laptop large last late laugh law lawyer lay lead learn least leave left leg legal ' +
  'less let letter level life lift light like likely line list listen little live local long look lose loss loud love low ' +
  'lower machine magazine main maintain major make manage many map mark market marriage matter maybe meal mean measure ' +
  'medical meet member memory mention message method middle might mile military million mind minute miss mission model ' +
  'modern moment money month moon moral morning most mother mountain mouth move movie much music must name nation natural ' +
  'near nearly necessary neck need network never new news next nice night nine none north note nothing notice now number ' +
  'object occur ocean offer office often oil old once only open operation opinion option orange order organize other ' +
  'outside over own owner page pain paint paper parent park part party pass past path patient pattern pay peace people ' +
  'perform perhaps period person phone photo pick picture piece place plan plant play please point police policy poor ' +
  'popular position possible power practice prepare present president press pressure pretty prevent price private problem ' +
  'process produce product program project promise property protect prove provide public pull purpose push quality ' +
  'question quick quiet quite race radio rain raise range rapid rate rather reach read ready real reality reason receive ' +
  'recent recognize record red reduce reflect region relate release remain remember remove report represent require ' +
  'research resource respond response rest result return reveal rich right ring rise risk river road rock role room round ' +
  'rule run safe same sand save say scene school science score sea search season seat second secret section security see ' +
  'seek seem sell send sense separate series serious serve service seven several shadow shake shape share sharp ship shoot ' +
  'short shoulder show side sign silver similar simple since sing single sister site six size skill skin sky sleep slow ' +
  'small smile snow social society soft soldier some son song soon sort sound source south space speak special speed spend ' +
  'sport spring staff stage stand standard star start state station stay step still stone stop store storm story straight ' +
  'strange street strong student study stuff style subject success such sudden suffer suggest summer sun supply support ' +
  'sure surface system table take talk task teach team tell temperature ten term test than thank that theory thing think ' +
  'third this those thought thousand threat three through throw time today together tomorrow tonight tool top total touch ' +
  'toward town trade traffic train travel treat tree trial trip trouble true trust truth try turn under understand unit ' +
  'until use usual value various very victim view village visit voice vote wait walk wall want warm watch water wave way ' +
  'weapon wear weather week weight west what wheel when where which while white whole whose wide wife wild wind window ' +
  'winter wish within without woman wonder wood word work world worry write wrong year yellow yes yesterday young zone ' +
  'abajo abierto abrir abuelo acabar acción aceptar acercar acto actual acuerdo adaptar además adelante agosto agua ahora ' +
  'aire alcanzar alegre alguien algún alma alto altura amigo amor ancho andar animal anoche ante anterior antes antiguo ' +
  'apagar aparecer apartar aprender apto aquel aquí árbol arena arte asunto atención atrás aunque autor ayer ayudar azul ' +
  'bajar bajo banco barco barrio base bastante batalla beber bello bien blanco boca boda bosque brazo buen bueno buscar ' +
  'caballo cabeza cada caer café calle calor cama cambiar camino campo cansado cantar capacidad capital capítulo captar ' +
  'captura capturar cara carne carta casa casi caso causa centro cerca cerrar cielo ciencia ciento cierto cinco ciudad ' +
  'claro clase cocina color combinada comenzar comer comida como compañía completo comprar común conocer conseguir ' +
  'considerar contar contra corazón correr cosa costa costumbre crear crecer creer cruzar cuadro cual cualquier cuando ' +
  'cuarto cuatro cuenta cuerpo cuidado cultura curso dar debajo deber decidir decir dedo dejar delante demás dentro ' +
  'derecho desayuno desde desear desierto después destino detrás diario dinero dirección distinto dolor domingo donde ' +
  'dormir duda dueño dulce durante duro edad edificio ejemplo elegir empezar empresa encantado encender encontrar enero ' +
  'enfermo entender entonces entrada entrar entre enviar época equipo error escribir escuchar escuela espacio español ' +
  'especial esperar esposo estado estar este estilo estrella estudiar existir explicar extraño fácil falta familia fecha ' +
  'feliz fiesta figura final flor fondo forma fresco fruta fuego fuera fuerte fuerza futuro ganada ganar gente granada ' +
  'grande gris gritar grupo guerra gustar haber habitación hablar hacer hacia hambre hasta hecho hermano hijo historia ' +
  'hoja hombre hora hoy huevo idea iglesia igual imagen importante incluso industria invierno isla izquierda jamás jardín ' +
  'jefe joven juego jugar julio junio junto labor lado lago largo lección leche leer lejos lengua lento levantar ley libre ' +
  'libro ligero limpio línea llamar llave llegar llenar llevar llorar lluvia luego lugar luna luz madera madre maestro ' +
  'mañana mano manzana mapa mar marido más mayor médico medio mejor memoria menos mente mercado mes mesa meter método ' +
  'miedo mientras mil minuto mirar mismo mitad moneda montaña morir mostrar mover mucho mujer mundo música nación nacer ' +
  'nada nadar nadie natural necesitar negro nieve ninguno niño noche nombre norte noticia nuevo número nunca obra ocho ' +
  'ocurrir oficina ofrecer oír ojo olvidar orden oscuro otoño otra oveja padre pagar página país palabra pan papel paquete ' +
  'para parar parecer pared parte pasado pasar paso pausa paz pedir película peligro pelo pensar pequeño perder perro ' +
  'persona pesar pescado pie piedra piel pierna piso plan planta plato playa plaza poco poder policía política poner ' +
  'porque posible precio pregunta preparar presente primero principio prisa problema pronto propio proyecto pueblo puerta ' +
  'punto quedar querer quien quince quizá radio rápido raptar razón real recibir recoger recordar red reír relación reloj ' +
  'respuesta resto rico río rojo romper ropa rosa saber sacar sala salir salud sangre seguir según segundo seguro semana ' +
  'sentar sentir señor septiembre ser serie servir siempre siglo silencio silla sistema sitio sobre sol solo sombra sonar ' +
  'subir suelo suerte sueño sufrir tabla tal también tampoco tanto tarde teatro temprano tener terminar tiempo tienda ' +
  'tierra tipo tocar todavía todo tomar trabajar traer tranquilo tratar tres triste último único usar útil valor vaso ' +
  'vecino veinte vender venir ventana ver verano verdad verde vestido vez viaje vida viejo viento vino vivir volver voz ' +
  'zapato'
).split(' ')
